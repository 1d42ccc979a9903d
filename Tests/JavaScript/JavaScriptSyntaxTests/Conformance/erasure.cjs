// Compares the erasure of types with TypeScript's own over generated programs.
//
//     node erasure.cjs SYNTAX_CHECK [COUNT [SEED]]
//
// Each program puts what TypeScript removes (assertions, type arguments, annotations, whole declarations) at a position of the
// grammar, with and without semicolons and line breaks around it. What `ts.transpileModule` emits and what is left here must be the
// same tree, parentheses aside, in the same lines; what TypeScript refuses must be refused. A difference is printed with the
// program, as short as it could be made.
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
/** A gap between two tokens that may be a line break. */
const gap = () => pick([" ", " ", " ", " ", "\n", " /* c */ ", " // c\n"]);

const names = ["a", "b", "c", "of", "type", "as", "async", "get", "declare", "abstract"];
const type = (depth = 2) => depth === 0 ? pick(["any", "number", "string", "unknown", "A", "void", "null", "never", "undefined", "this"]) : pick([
  () => type(0), () => type(0), () => type(0),
  () => `A<${type(depth - 1)}>`, () => `A<B<${type(depth - 1)}>>`, () => `${type(0)}[]`, () => `{ x: ${type(depth - 1)} }`, () => `{\nx: 1\n}`, () => "{}",
  () => `(x: ${type(depth - 1)}) => ${type(depth - 1)}`, () => `new () => ${type(depth - 1)}`, () => "keyof A", () => "typeof a", () => "typeof a.b",
  () => `${type(0)} | ${type(depth - 1)}`, () => `| ${type(0)} & ${type(0)}`, () => `[${type(depth - 1)}, b?: ${type(0)}]`, () => '"s"', () => "`t${string}`", () => "-1",
  () => "A.B", () => 'A["b"]', () => `A extends B ? ${type(0)} : ${type(0)}`, () => "readonly A[]", () => `(${type(depth - 1)})`, () => `{ [k in A]?: ${type(0)} }`,
  () => 'import("m").A', () => `<T>(x: T) => T`, () => "A extends infer U ? U : B", () => "asserts", () => "1", () => "true", () => "abstract new () => A",
])();

const parameters = () => pick(["", "x: A", "x?: number, ...y: A[]", "this: A, x", "{ x }: { x: A } = b", "x = 1 as any", "[x]: [A], y: B", "x: (y: A) => B"]);
const returned = () => maybe(pick([`: ${type(1)}`, ": x is A", ": asserts x", ": void"]));
const leaf = () => pick([
  () => pick(names), () => "a", () => "1", () => '"s"', () => "{}", () => "{ x: 1 }", () => "{ x, }", () => "[1]", () => "[]", () => "`t`", () => "`t${a}u`", () => "/r/g", () => "null", () => "this",
  () => `function (${parameters()})${returned()} { return 1 }`, () => "function* f() {}", () => "async function () {}", () => "class {}", () => `class C<T> extends A<T> implements B { p: T = 1; }`,
  () => `(${parameters()})${returned()} => ${expression(1)}`, () => `async (${parameters()}) => { }`, () => "x => 1", () => `<T,>(x: T)${returned()} => x`, () => "async x => x",
  () => "new A", () => "new A<B>", () => "new A<B>(1)", () => "a.b", () => "a?.b", () => "a[0]", () => "a()", () => "(a)", () => "(a, b)", () => "import.meta", () => "new.target",
  () => "let", () => "let[0]", () => "async", () => "async(a)", () => "f<A>(1)", () => "f<A>", () => "f<A>`t`", () => "a?.<A>(1)", () => "a.b<A, B>(c)", () => "delete a.b", () => "void 0",
])();
const wrapped = (inner) => pick([
  () => `<${type()}>${maybe(gap())}${inner}`, () => `<${type()}>${inner}`, () => `<${type(1)}><${type(1)}>${inner}`, () => `${inner} as ${type()}`, () => `${inner}${gap()}as ${type()}`,
  () => `${inner} as ${type(0)} as ${type(1)}`, () => `${inner}!`, () => `${inner}!.b`, () => `${inner}![0]`, () => `(${inner} as ${type(1)}).b`, () => `(<${type(1)}>${inner})()`, () => `${inner} as const`, () => `<const>${inner}`,
  () => `${inner} as ${type(1)}${gap()}${pick(["+", "-", "*", "/", "<", ">", "&&", "||", "??", ",", "==", "in", "instanceof", "?? b ||"])} ${leaf()}`,
  () => `<${type(0)}>${inner}${pick([".b", "()", "[0]", "`t`", " + 1", " ? a : b", ".b = 1", "++"])}`,
])();
const expression = (depth = 2) => {
  const inner = depth > 0 && random(4) === 0 ? `(${expression(depth - 1)})` : leaf();
  return random(5) === 0 ? inner : wrapped(inner);
};

const members = () => Array.from({ length: 1 + random(3) }, () => pick([
  () => `${maybe(pick(["public ", "private ", "protected ", "readonly ", "static ", "override ", "declare ", "abstract ", "static readonly "]))}${pick(["p", "get", "set", "static", "async", '"q"', "[a]", "#r", "1", "declare", "readonly"])}${pick(["", "?", "!"])}${maybe(`: ${type(1)}`)}${maybe(` = ${expression(1)}`)}${pick([";", "\n", "\n"])}`,
  () => `${maybe("private ")}m${maybe("?")}${maybe("<T>")}(${parameters()})${returned()} { }${pick(["", "\n"])}`, () => `m(x: A): B;\nm(x: any) { }\n`, () => `[k: string]: A;`, () => `get g(): A { return 1 }`, () => `set g(v: A) { }`, () => `*[Symbol.iterator]() { }`,
  () => `constructor(private x: A, readonly y = 1 as any) { }`, () => `static { ${expression(1)} }`, () => `abstract n(): A;`, () => `abstract o: A;`, () => `["x"]: A\n`, () => `async *h<T>() { }`,
])()).join("");

const declaration = () => pick([
  () => "interface I { x: A }", () => "interface I<T> extends A<T>, B {\n  x: T\n}", () => `type T1${maybe("<U>")} = ${type()}`, () => `declare const d: ${type(0)}`, () => "declare function f(): void", () => "declare class K { x: A }", () => "declare module \"m\" { }",
  () => "declare namespace N { let x: A }", () => "declare global { }", () => "declare enum E { A }", () => "declare let v", () => "function o(x: A): B\nfunction o(x: any) { }", () => "enum E { A, B = 2, C = A | B, [\"d\"] = 1, \"e\" }", () => "const enum F { A = 1 << 2, B }", () => "enum G { A = \"x\".length, B }",
  () => `enum H { A = ${expression(1)}, B = 1 }`, () => "enum S { A = \"\\n\", B = 'x\\u{41}', C = A + `\\x42`, [\"\\t\"] = 1, D, [`e`] = \"q\", F = S[\"\\t\"] }", () => "enum J { A = a, B }", () => "namespace M { export const x: A = 1 }", () => "namespace M2 { export type T = A }", () => `let v${maybe("!")}: ${type(1)}`, () => `let v: ${type(1)} = ${expression(1)}`, () => `const { x, y: [z] }: ${type(1)} = ${expression(1)}`, () => `var w: A, u: B = 1`,
  () => `${maybe("abstract ")}class Q${maybe("<T>")} { ${members()} }`, () => `class R extends A<B> implements C, D<E> { ${members()} }`, () => "import type { X } from \"m\"", () => "import { type Y, Z } from \"m\"", () => "import W = A.B", () => "export type { A }", () => "export interface P { }", () => "export {}",
  () => "abstract\nclass S { }", () => "type\nT2 = 1", () => "declare\nconst e = 1", () => "namespace\nL { }", () => `function g(${parameters()})${returned()} { ${expression(1)} }`, () => `function* g2<T>(x?: T) { yield ${expression(1)} }`, () => `async function g3() { await ${expression(1)} }`,
])();

const statement = () => pick([
  () => expression(), () => expression(), () => expression(), () => `x => ${expression()}`, () => `() => ${expression()}`, () => `async () => ${expression()}`, () => `f(${expression()}, ${expression(1)})`, () => `[${expression()}]`, () => `({ k: ${expression()}, [${expression(0)}]: 1 })`,
  () => `\`\${${expression()}}\``, () => `(function () { return${pick([" ", "\n", " "])}${expression()} })`, () => `throw ${expression()}`, () => `a = ${expression()}`, () => `const v = ${expression()}`, () => `let v: ${type(1)} = ${expression()}`, () => `var { x = ${expression(1)} } = a`,
  () => `export default ${expression()}`, () => `if (${expression(1)}) ${expression(1)}${pick([";", "\n"])}else ${expression(1)}`, () => `for (${expression(1)};;) break`, () => `for (const q of ${expression(1)}) ;`, () => `for (var i = 0 as number; i < 5;) break`, () => `for (const k in ${expression(1)}) { }`,
  () => `${expression(1)} ? ${expression(1)} : ${expression(1)}`, () => `!${expression(1)}`, () => `typeof ${expression(1)}`, () => `async () => { await ${expression(1)} }`, () => `${expression(1)} + ${expression(1)}`, () => `switch (${expression(1)}) { case ${expression(1)}: ${expression(1)} }`, () => `l: ${expression(1)}`,
  () => `do ${expression(1)}${pick([";", "\n"])}while (${expression(1)})`, () => `a?.[${expression(1)}]`, () => `(p = ${expression(1)}) => 1`, () => `(p: ${type(1)}, q?: A) => ${expression(1)}`, () => `class X extends (${expression(1)}) { }`, () => `class X { p = ${expression(1)}${pick([";", "\n"])}[a] = 1 }`,
  () => `while (${expression(1)}) ${expression(1)}`, () => `{ ${expression(1)} }`, () => `try { ${expression(1)} } catch (e: any) { }`, () => `new (${expression(1)})`, () => `a ? (b) : (c) as A`, () => `a ? (x): ${type(0)} => 1 : 2`, declaration, declaration, declaration, declaration,
])();
const following = () => pick(["(1)", "[1]", "[0].length", "`t`", "/r/.test(a)", "+1", "-1", "++a", "a", "<A>b", "{ }", "function h() { }", "as", "!a", "?.b", ".b", "* 2", "=> 1", "class Y { }", "as A", "in b", "let z"]);
const program = () => Array.from({ length: 1 + random(2) }, () => `${statement()}${pick([";", "\n", "\n", ";\n", ""])}${maybe(`${following()}${pick([";", "\n", ""])}`)}`).join(pick(["\n", " "]));

const compilerOptions = {
  module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, useDefineForClassFields: true, isolatedModules: true, removeComments: true,
  preserveConstEnums: true, importsNotUsedAsValues: ts.ImportsNotUsedAsValues.Remove,
};

/** The tree of a text as nested arrays, without parentheses and empty statements. */
const tree = (code) => {
  const source = ts.createSourceFile("a.mjs", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const error = source.parseDiagnostics[0];
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, " "));
  const shape = (node) => {
    while (ts.isParenthesizedExpression(node)) node = node.expression;
    const children = [];
    ts.forEachChild(node, (child) => {
      if (child.kind !== ts.SyntaxKind.EmptyStatement && child.kind !== ts.SyntaxKind.SemicolonClassElement && child.kind !== ts.SyntaxKind.EndOfFileToken) children.push(shape(child));
    });
    const kind = ts.isNoSubstitutionTemplateLiteral(node) && !ts.isTaggedTemplateExpression(node.parent) ? "StringLiteral" : ts.SyntaxKind[node.kind];
    const own = node.operator !== undefined ? ts.SyntaxKind[node.operator] : node.kind === ts.SyntaxKind.VariableDeclarationList ? node.flags & 3
      : ts.isStringLiteralLike(node) ? node.text : ts.isNumericLiteral(node) ? String(Number(node.text)) : node.kind >= ts.SyntaxKind.FirstNode ? "" : node.getText(source).replace(/^(h|d|m\d+)\$1$/, "$1").replace(/\s+/g, " ");
    return [kind, own, ...children];
  };
  return JSON.stringify(shape(source));
};

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "erasure-"));

const isScript = (code) => {
  try { return new vm.Script(code) !== undefined; } catch { return false; }
};

/** What TypeScript emits, and the error of its parser; undefined where it fails itself. */
const emit = (text) => {
  try {
    const { outputText, diagnostics } = ts.transpileModule(text, { compilerOptions, reportDiagnostics: true, fileName: "a.mts" });
    return { outputText, error: diagnostics[0] && ts.flattenDiagnosticMessageText(diagnostics[0].messageText, " ") };
  } catch { return undefined; }
};

/** Whether TypeScript's checker refuses the form of a program, of which `transpileModule` says nothing. */
const isRefusedByChecker = (text) => {
  const file = ts.createSourceFile("a.mts", text, ts.ScriptTarget.ESNext, true);
  const host = {
    getSourceFile: (name) => name === "a.mts" ? file : undefined, writeFile() { }, getDefaultLibFileName: () => "lib.d.ts", useCaseSensitiveFileNames: () => true, getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => "/", getNewLine: () => "\n", fileExists: (name) => name === "a.mts", readFile: () => undefined,
  };
  try {
    const made = ts.createProgram(["a.mts"], { ...compilerOptions, noLib: true, noResolve: true, skipLibCheck: true }, host);
    // Errors of grammar and of names, not of types.
    return made.getSemanticDiagnostics(file).some(({ code }) => code < 2000 || [2300, 2371, 2391, 2394, 2440, 2449, 2451, 2357, 2364, 2452, 2481, 2528, 2553, 2567, 2657, 2666, 2669, 2730].includes(code) || code >= 17000);
  } catch { return true; }
};
/** What is wrong with each program; undefined where nothing is. */
const problems = (programs) => {
  const list = path.join(scratch, "list");
  fs.writeFileSync(list, "");
  const theirs = programs.map((text, index) => {
    const emitted = emit(text);
    fs.writeFileSync(path.join(scratch, `${index}.ts`), text);
    fs.writeFileSync(path.join(scratch, `${index}.js`), emitted?.outputText ?? "");
    fs.appendFileSync(list, `typescript ${path.join(scratch, `${index}.ts`)}\nmodule ${path.join(scratch, `${index}.js`)}\n`);
    return emitted;
  });
  const answers = execFileSync(tool, ["--texts", list], { maxBuffer: 1 << 30 }).toString().trim().split("\n").map((line) => JSON.parse(line));
  return programs.map((text, index) => {
    const ours = answers[2 * index], emitted = answers[2 * index + 1];
    if (theirs[index] === undefined) return undefined;
    const { error, outputText } = theirs[index];
    // A program that is none of JavaScript's either, such as a strict one with a variable `let`, is refused by both or by the engine.
    if (emitted.error) return undefined;
    // Not refused here: what it reads as a nullable type of JSDoc, the forms of ambient declarations, and JavaScript that it does not parse.
    if (error && !ours.error && (/\bas\b[^;\n]*\?/.test(text) || /\bdeclare\b/.test(text) || isScript(text))) return undefined;
    if (error) return ours.error ? undefined : { kind: `accepted, and TypeScript says: ${error}`, ours: ours.code };
    // `const.b` and `const!` are types to TypeScript, and `f<A>` is a target.
    if (ours.error) return /f<A>[^;]*(\+\+|--|=)/.test(text) || /\bas\s+const\s*[.!]/.test(text) || isRefusedByChecker(text) ? undefined : { kind: `refused: ${ours.error}`, theirs: outputText };
    if (ours.code.split("\n").length !== text.split("\n").length + 2) return { kind: "lines moved", ours: ours.code };
    let left, right;
    try { left = tree(emitted.code); } catch { return undefined; }
    try { right = tree(ours.code); } catch (failure) {
      // V8 decides: TypeScript's parser takes some parentheses for parameters.
      if (isScript(ours.code)) return undefined;
      return { kind: `what is left is no JavaScript: ${failure.message}`, theirs: outputText, ours: ours.code };
    }
    // TypeScript 4.8 emits a declaration for `<T>class C {}` and for `(class C {} as T)`.
    if (/[>(]\s*class\b/.test(text)) return undefined;
    // An enum of texts has no computed members: what it emits for them differs.
    if (left !== right && /\benum\b/.test(text) && isRefusedByChecker(text)) return undefined;
    return left === right ? undefined : { kind: "another tree", theirs: outputText, ours: ours.code };
  });
};

/** A shorter program with a problem of the same kind: parts of it are left out as long as one remains. */
const shrink = (text, kind) => {
  const same = (problem) => problem !== undefined && problem.kind.slice(0, 7) === kind.slice(0, 7);
  for (let shorter = true; shorter;) {
    shorter = false;
    const tokens = text.match(/\s+|\w+|[^\w\s]/g) ?? [];
    const candidates = [];
    for (const size of [16, 8, 4, 2, 1]) for (let at = 0; at + size <= tokens.length; at += 1) candidates.push([...tokens.slice(0, at), ...tokens.slice(at + size)].join(""));
    candidates.sort((one, other) => one.length - other.length);
    for (let at = 0; at < candidates.length && !shorter; at += 100) {
      const some = candidates.slice(at, at + 100);
      const index = problems(some).findIndex(same);
      if (index >= 0) { text = some[index]; shorter = true; }
    }
  }
  return text;
};

const total = Number(count), seen = new Map();
for (let done = 0; done < total; done += 500) {
  const programs = Array.from({ length: Math.min(500, total - done) }, program);
  problems(programs).forEach((problem, index) => {
    if (problem === undefined) return;
    const kinds = problem.kind.replace(/'[^']*'/g, "'…'").replace(/\d+/g, "0");
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
  for (const text of programs.slice(0, 12)) {
    const short = shrink(text, kind);
    if (shown.has(short)) continue;
    shown.add(short);
    const [problem] = problems([short]);
    console.log(`  program ${JSON.stringify(short)}\n    theirs ${JSON.stringify(problem?.theirs)}\n    ours   ${JSON.stringify(problem?.ours ?? problem?.kind)}`);
  }
}
fs.rmSync(scratch, { recursive: true });
console.log(`\n${total} programs, seed ${seed}, TypeScript ${ts.version}: ${failures} differences`);
process.exitCode = failures > 0 ? 1 : 0;
