// Compares the calls that JSX becomes with those of TypeScript, over generated elements.
//
//     node jsx.cjs SYNTAX_CHECK [COUNT [SEED]]
//
// Each program evaluates a tree of elements whose functions record their arguments. The record must be the one of what
// `ts.transpileModule` emits, with the classic, the automatic and the development runtime, as a module and as a CommonJS module;
// each expression must stay in its line. A part of the programs lacks a character: what TypeScript's parser refuses must be
// refused. A difference is printed with the program, as short as it could be made.
const fs = require("fs"), os = require("os"), path = require("path"), vm = require("vm"), { execFileSync } = require("child_process");
const [tool, count = "2000", seed = "1"] = process.argv.slice(2);
const ts = require("/usr/share/nodejs/typescript/lib/typescript.js");

let state = BigInt(seed) * 6364136223846793005n + 1442695040888963407n;
const random = (n) => {
  state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
  return Number((state >> 33n) % BigInt(n));
};
const pick = (list) => list[random(list.length)];
const maybe = (text, n = 2) => random(n) === 0 ? text : "";
const many = (n, make) => Array.from({ length: random(n + 1) }, make);

// MARK: Programs

const gap = () => pick(["", "", " ", " ", "\n", "  ", "\n  ", " /* c */ ", " // c\n", "\t"]);
const blank = () => pick([" ", " ", " ", "\n", "\n  ", " /* c */ ", " // c\n"]);
const entity = () => pick(["&amp;", "&lt;", "&gt;", "&nbsp;", "&quot;", "&copy;", "&#65;", "&#x42;", "&#x1F600;", "&#xD800;", "&unknown;", "&amp", "&", "&#;", "&euro;", "&Alpha;", "&#0065;"]);
const piece = () => pick([
  () => "word", () => "a b", () => " ", () => "  ", () => "\n", () => "\n    ", () => "\t", () => "\r\n", () => "\u2028", () => "\u00a0", () => "\u200b", () => "é", () => "😀", () => "// no comment", () => "/* none */",
  () => "'", () => "\"", () => "`", () => "\\n", () => ";", () => "(", () => "#", () => "@", () => "${x}", () => "=", () => "import x", () => "-->", entity, entity,
])();
const words = () => many(5, piece).join("");
const string = () => pick([
  () => `"${words().replace(/"/g, "")}"`, () => `'${words().replace(/'/g, "")}'`, () => '"plain"', () => "'a\\b'", () => '""', () => '"a\n  b"', () => "'a\"b'",
])();

let places = 0;
const expression = (depth) => pick([
  () => "1", () => '"s"', () => "a", () => "b.c", () => "local", () => "null", () => "`t${a}`", () => "true", () => "[1, 2]", () => "{ x: 1 }", () => "a as any", () => "a!", () => "<T,>(x: T) => x", () => "undefined",
  () => `line(${places++})`, () => `line(${places++})`, () => "f<string>(a)", () => "(1, 2)", () => "a ? b : local", () => "/r/.source", () => "function () { return 1 }", () => "<T extends unknown>(x?: T): any => a",
  ...depth > 0 ? [
    () => element(depth - 1), () => element(depth - 1), () => `(${element(depth - 1)})`, () => `() => ${element(depth - 1)}`, () => `a ? ${element(depth - 1)} : ${element(depth - 1)}`, () => `a && ${element(depth - 1)}`,
    () => `[${element(depth - 1)}, ${expression(depth - 1)}]`, () => `list.map((item: any) => ${element(depth - 1)})`, () => `{ x: ${element(depth - 1)} }`, () => `\`\${String(${element(depth - 1)})}\``, () => `(function () { return (\n${element(depth - 1)}\n) })()`,
    () => `((x = ${element(depth - 1)}) => x)()`, () => `a ? (x: any) => ${element(depth - 1)} : 1`, () => `${element(depth - 1)} as any`, () => `((Foo: any) => <Foo>{${expression(depth - 1)}}</Foo>)("P")`,
  ] : [],
])();
const container = (depth) => `{${gap()}${expression(depth)}${gap()}}`;
const attribute = (depth, keys) => pick([
  () => `${name2()}${gap()}=${container(depth)}`, () => `${name2()}=${container(depth)}`, () => `${name2()}=${string()}`, () => `${name2()} = "plain"`, () => name2(), () => `{${gap()}...${gap()}${pick(["p", "p", "{ a: 1, key: 2 }", "null", "b", `{ z: ${expression(depth)} }`])}${gap()}}`,
  () => depth > 0 ? `${name2()}=${element(depth - 1)}` : name2(), () => {
    if (keys.has) return "x";
    keys.has = true;
    return pick(["key", `key=${string()}`, `key=${container(depth)}`, "key={1}", `key=${container(depth)}`]);
  },
])();
const name2 = () => pick(["a", "b", "className", "data-x", "x:y", "aria-label", "ref", "on", "class", "a-", "_u", "$v", "é", "switch", "x1", "children", "xlink:href-z"]);
const tag = () => pick(["div", "div", "p", "Foo", "Bar", "ns.x", "ns.y.z", "a.b", "x-y", "svg:path", "var", "_C", "$D", "this.q", "X-y", "local", "é"]);
const child = (depth) => pick([
  words, words, words, () => container(depth), () => "{/* c */}", () => "{}", () => "{ // c\n }", () => `{${gap()}...${gap()}list}`, () => depth > 0 ? element(depth - 1) : "t", () => depth > 0 ? element(depth - 1) : "t", () => depth > 0 ? element(depth - 1) : "t",
])();
const children = (depth) => many(5, () => child(depth)).join(pick(["", "", "\n", "\n  "]));
const element = (depth) => {
  if (random(6) === 0) return `<${gap().replace(/^\//, " /")}>${children(depth)}</${gap()}>`;
  const name = tag(), keys = {};
  const attributes = many(4, () => blank() + attribute(depth, keys)).join("");
  const types = maybe(pick(["<string>", "<A, B<C>>", "<() => void>"]), 6);
  return random(3) === 0 ? `<${gap().replace(/^\//, " /")}${name}${types}${attributes}${gap()}/>` : `<${name}${types}${attributes}${gap()}>${children(depth)}</${gap()}${name}${gap()}>`;
};

const runtimes = ["classic", "automatic", "development"];
const program = () => {
  places = 0;
  const runtime = pick(runtimes), isModule = random(2) === 0;
  const pragma = random(4) > 0 ? "" : pick(runtime === "classic"
    ? ["/** @jsx h */ /* @jsxFrag Frag */\n", "/**\n * @jsx ns.h\n * @jsxFrag ns.F\n */\n", "/** @jsxImportSource pkg */\n", "// @jsx none\n", "/* @jsx h */ /** @jsxFrag null */"] : ["/** @jsxImportSource pkg */\n", "/* @jsxImportSource pkg extra*/", "/** @jsx h */\n"]);
  const head = `${maybe("#!/usr/bin/node\n", 6)}${pragma}${isModule ? 'import React, { h, Frag, Foo, a, ns } from "m";\n' : '"use strict";\n'}`;
  const body = pick([
    () => `const value = (function (this: any) { return ${element(2)} }).call({ q: "Q" });`, () => `const value = (function (this: any) { return [${expression(2)}, ${element(2)}] }).call({ q: "Q" })`,
    () => `class C { get isInstance() { return true } q = 1; v = ${element(2)}; m() { return (\n  ${element(1)}\n) } }\nconst value = [new C().v, new C().m()];`,
    () => `namespace N { export const ${pick(["React", "h", "Bar"])} = { createElement: h, Fragment: "N" }; export const v = ${element(1).replace(/this\.q/g, "ns.x")} }\nconst value = N.v`,
  ])();
  return { runtime, isModule, text: `${head}${body}\nresult(value);` };
};

// MARK: Evaluation

const emit = ({ text, runtime }) => {
  try {
    const { outputText, diagnostics } = ts.transpileModule(text, {
      reportDiagnostics: true, fileName: "a.tsx", compilerOptions: {
        module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ESNext, esModuleInterop: true, isolatedModules: true, useDefineForClassFields: true,
        jsx: { classic: ts.JsxEmit.React, automatic: ts.JsxEmit.ReactJSX, development: ts.JsxEmit.ReactJSXDev }[runtime],
      },
    });
    return { outputText, error: diagnostics[0] && ts.flattenDiagnosticMessageText(diagnostics[0].messageText, " ") };
  } catch { return undefined; }
};

/** A copy of a value that can be compared: functions are called. */
const shape = (value, depth = 0) => {
  if (depth > 60) return "…";
  if (typeof value === "function") {
    if (value.label) return value.label;
    try { return { returns: shape(value(), depth + 1) }; } catch (error) { return { throws: error.name }; }
  }
  if (Array.isArray(value)) return value.map((item) => shape(item, depth + 1));
  // `this` of a sloppy function is an argument of the development runtime.
  if (value === undefined || value === globalThis || value?.isInstance) return "undefined";
  if (typeof value === "object" && value !== null) return Object.entries(value).map(([key, item]) => [key, shape(item, depth + 1)]);
  return value;
};

/** The objects that a program's names mean, and what it has recorded. */
const world = () => {
  const record = { lines: [] };
  const recording = (label) => Object.assign((...list) => ({ called: label, list }), { label });
  const module = (specifier) => {
    // One module stands for all, in the form that does not say which parameter of a module is which.
    const label = (name) => recording(specifier ? `${specifier}:${name}` : name);
    const exports = { __esModule: true, jsx: label("jsx"), jsxs: label("jsxs"), jsxDEV: label("jsxDEV"), createElement: label("createElement"), Fragment: "Fragment", h: recording("h"), Frag: "Frag", Foo: "Foo", a: { b: "a.b" }, ns: { x: "ns.x", y: { z: "ns.y.z" }, h: recording("ns.h"), F: "ns.F" } };
    exports.default = { createElement: recording("React.createElement"), Fragment: "React.Fragment" };
    return exports;
  };
  const globals = {
    ...module(""), React: module("").default, Bar: "Bar", b: { c: "b.c" }, local: "local", list: [1, 2], p: { p: 1, a: 2 }, f: (x) => x, _C: "_C", $D: "$D", é: "é",
    result: (value) => { record.value = shape(value); },
    line: (place) => { record.lines.push([place, Number(/program\.js:(\d+)/.exec(new Error().stack)?.[1])]); return place; },
  };
  return { record, module, globals };
};
const run = (code, isGenerator, isModule) => {
  const { record, module, globals } = world();
  code = code.replace(/^#!/, "//");
  const names = Object.keys(globals).filter((name) => name !== "default" && !(isModule && ["React", "h", "Frag", "Foo", "a", "ns"].includes(name)));
  try {
    const make = vm.runInThisContext(`(function (require, exports, ${names.join(", ")}) { ${isGenerator ? "return" : ""}\n${code}\n})`.replace("return\n(", "return (\n"), { filename: "program.js", lineOffset: isGenerator ? -2 : -1 });
    // The same labels for all modules where the parameters have no names.
    const made = make((specifier) => module(isModule ? "" : specifier), {}, ...names.map((name) => globals[name]));
    if (isGenerator) {
      const steps = made({ exports() { }, values() { }, namespace() { } }, ...Array.from({ length: 5 }, () => module("")));
      steps.next();
      steps.next();
    }
  } catch (error) { record.error = error.name; }
  return record;
};

/** The record without the places of the development runtime, which are in `found`. */
const withoutPlaces = (value, found) => {
  if (!Array.isArray(value)) return value !== null && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutPlaces(item, found)])) : value;
  if (value.length === 3 && value[1]?.[0] === "lineNumber") {
    found.push([value[1][1], value[2][1]]);
    return "place";
  }
  return value.map((item) => withoutPlaces(item, found));
};

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "jsx-"));
/** What is wrong with each program; undefined where nothing is. */
const problems = (programs) => {
  const list = path.join(scratch, "list");
  fs.writeFileSync(list, "");
  programs.forEach(({ text, runtime, isModule }, index) => {
    fs.writeFileSync(path.join(scratch, `${index}.tsx`), text);
    fs.appendFileSync(list, `tsx-${isModule ? "" : "body-"}${runtime} ${path.join(scratch, `${index}.tsx`)}\n`);
  });
  const answers = execFileSync(tool, ["--texts", list], { maxBuffer: 1 << 30 }).toString().trim().split("\n").map((line) => JSON.parse(line));
  return programs.map((program, index) => {
    const ours = answers[index], theirs = emit(program), { text, isModule, isBroken } = program;
    if (theirs === undefined) return undefined;
    // TypeScript reads `<//` as the beginning of a closing tag.
    if (isBroken && text.includes("<//")) return undefined;
    if (theirs.error) return ours.error ? undefined : { kind: `accepted, and TypeScript says: ${theirs.error}`, ours: ours.code };
    // A part of the broken programs is refused by TypeScript's checker, which does not run here.
    if (ours.error) return isBroken ? undefined : { kind: `refused: ${ours.error}`, theirs: theirs.outputText };
    if (ours.code.split(/\r\n|[\n\r\u2028\u2029]/).length !== text.split(/\r\n|[\n\r\u2028\u2029]/).length + (isModule ? 2 : 0)) return { kind: "lines moved", ours: ours.code };
    // Of this form TypeScript 4.8 emits names that it does not declare.
    if (isBroken || /\b_[a-z]\.jsx|\b_[a-z]\.Fragment/.test(theirs.outputText)) return undefined;
    const left = run(theirs.outputText, false, isModule), right = run(ours.code, isModule, isModule);
    const [expected, found] = [[], []];
    const [one, other] = [[left, expected], [right, found]].map(([record, places]) => JSON.stringify([withoutPlaces(record.value ?? null, places), record.error ?? null]));
    // The order of a key differs, and with it the order of these.
    const known = (record) => JSON.stringify(record.lines.map(([place]) => place).sort());
    // It drops an import that only `@jsx` uses if `@jsxFrag` is `null`.
    if (left.error === "ReferenceError" && !right.error && !theirs.outputText.includes('require("m")')) return undefined;
    if (one !== other || (!left.error && known(left) !== known(right))) return { kind: "another value", theirs: theirs.outputText, ours: ours.code, values: [one, other] };
    const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
    for (const [place, line] of right.lines) if (!lines[line - 1]?.includes(`line(${place})`)) return { kind: `line(${place}) in another line`, ours: ours.code };
    for (const [at, [line, column]] of found.entries()) {
      if (lines[line - 1]?.[column - 1] !== "<") return { kind: "a place without an element", ours: ours.code };
      const [theirLine, theirColumn] = expected[at];
      // TypeScript's begin where the token before an element ends.
      if (lines[theirLine - 1]?.[theirColumn - 1] === "<" && (line !== theirLine || column !== theirColumn)) return { kind: "another place", ours: ours.code };
    }
    return undefined;
  });
};

/** A kind of problem, whatever the names and numbers in it are. */
const general = (kind) => kind.replace(/'[^']*'/g, "'…'").replace(/\d+/g, "0");
/** A shorter program with a problem of the same kind: parts of it are left out as long as one remains. */
const shrink = (program, kind) => {
  const same = (problem) => problem !== undefined && general(problem.kind) === kind;
  let { text } = program;
  for (let shorter = true; shorter;) {
    shorter = false;
    const tokens = text.match(/\s+|\w+|[^\w\s]/gu) ?? [];
    const candidates = [];
    for (const size of [16, 8, 4, 2, 1]) for (let at = 0; at + size <= tokens.length; at += 1) candidates.push([...tokens.slice(0, at), ...tokens.slice(at + size)].join(""));
    candidates.sort((one, other) => one.length - other.length);
    for (let at = 0; at < candidates.length && !shorter; at += 100) {
      const some = candidates.slice(at, at + 100).map((text) => ({ ...program, text }));
      const index = problems(some).findIndex(same);
      if (index >= 0) { text = some[index].text; shorter = true; }
    }
  }
  return { ...program, text };
};

const total = Number(count), seen = new Map();
for (let done = 0; done < total; done += 500) {
  const programs = Array.from({ length: Math.min(500, total - done) }, () => {
    const made = program();
    if (random(5) > 0) return made;
    const at = random(made.text.length);
    return { ...made, text: made.text.slice(0, at) + made.text.slice(at + 1), isBroken: true };
  });
  problems(programs).forEach((problem, index) => {
    if (problem === undefined) return;
    const kinds = general(problem.kind);
    const known = seen.get(kinds) ?? [];
    seen.set(kinds, known);
    known.push(programs[index]);
  });
}
let failures = 0;
for (const [kind, programs] of seen) {
  failures += programs.length;
  console.log(`\n${programs.length} × ${kind}`);
  const shown = new Set();
  for (const program of programs.slice(0, 4)) {
    const short = shrink(program, kind);
    if (shown.has(short.text)) continue;
    shown.add(short.text);
    const [problem] = problems([short]);
    console.log(`  ${short.runtime} ${JSON.stringify(short.text)}\n    theirs ${JSON.stringify(problem?.theirs)}\n    ours   ${JSON.stringify(problem?.ours ?? problem?.kind)}\n    ${problem?.values?.join("\n    ") ?? ""}`);
  }
}
fs.rmSync(scratch, { recursive: true });
console.log(`\n${total} programs, seed ${seed}, TypeScript ${ts.version}: ${failures} differences`);
process.exitCode = failures > 0 ? 1 : 0;
