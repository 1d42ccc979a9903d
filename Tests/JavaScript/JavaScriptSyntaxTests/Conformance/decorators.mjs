// Compares TypeScript's older decorators (`experimentalDecorators`) with what its compiler makes of them, over generated programs.
//
//     node decorators.mjs SYNTAX_CHECK [COUNT [SEED]]
//
// Each program is a class whose decorators print when they are evaluated and when they are applied, and what they are given. Both texts
// are run in Node, and must print the same; the lines in the bodies of methods must be those of the program.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import vm from "node:vm";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { decorate, member } from "../../../../bridge-js/web/decorators/definition.js";
import { experimental, parameter } from "../../../../bridge-js/web/decorators/experimental.js";

const [tool, count = "2000", seed = "1"] = process.argv.slice(2);
const ts = createRequire(import.meta.url)("/usr/share/nodejs/typescript/lib/typescript.js");

let state = BigInt(seed) * 6364136223846793005n + 1442695040888963407n;
const random = (n) => {
  state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
  return Number((state >> 33n) % BigInt(n));
};
const pick = (list) => list[random(list.length)];
const maybe = (text, n = 2) => random(n) === 0 ? text : "";
const times = (most, make) => Array.from({ length: random(most + 1) }, (_, at) => make(at));

let tags = 0;
const type = () => pick([": any", ": A<B>", ": string | undefined", ": (x: A) => void", ""]);
/** An expression of a decorator. */
const decorator = (results) => {
  const tag = ++tags;
  const result = random(3) === 0 ? `, ${pick(results)}` : "";
  return "@" + pick([
    `d(${tag}${result})`, `d(${tag}${result})`, `tools.d(${tag}${result})`, `(d(${tag}${result}))`, `d<string>(${tag}${result})`, `d(${tag} as any${result})`, `(tools["d"])(${tag}${result})`,
    "plain", "tools.plain", "tools.of(tools).plain", `d(() => C.name${result})`, `d(typeof C${result})`, `d(this === undefined${result})`, `d(${tag},\n    ${result.slice(2) || "undefined"})`,
  ]);
};
const list = (results, most = 2) => times(most, () => decorator(results) + pick([" ", " ", "\n  "])).join("");
const ofMethods = ["(t, k, p) => ({ ...p, enumerable: true })", "(t, k, p) => p", "() => undefined", "(t, k, p) => ({ ...p, value() { return ['replaced', p.value?.call(this, 1)]; }, writable: true, get: undefined, set: undefined })"];
const ofFields = ["() => undefined", "() => 0", "(t, k) => ({ value: 'on prototype', configurable: true })"];
const ofClasses = ["() => undefined", "(c) => c", "(c) => class extends c { added = 1; static replaced = true }", "(c) => { c.marked = true; }"];
const name = () => pick(["a", "b", "c", '"d e"', "1", "[1 + 1]", "[key('f')]", "[key(\"g\")]", "static", "get", "async", "[Symbol.iterator]"]);
const parameters = (isConstructor) => times(3, (at) => {
  const own = list(["() => 1"], random(2) === 0 ? 2 : 0);
  if (isConstructor && random(3) === 0) return `${own}${pick(["private ", "public readonly ", "protected ", "readonly "])}p${at}${type()}${maybe(" = " + at)}`;
  return `${own}${pick([`p${at}${maybe("?", 4)}${type()}`, `p${at} = ${at}`, `[p${at}] = [${at}]`, `{ x: p${at} }: any = { x: ${at} }`])}`;
}).join(pick([", ", ",\n    "]));
const here = () => "here(LINE); ";
const body = () => `{${pick([" ", "\n    "])}${here()}return [${pick(["this.a", "C.name", "typeof C.replaced", "1"])}];${pick([" ", "\n  "])}}`;
const element = () => pick([
  () => `${list(ofFields)}${modifiers()}${name()}${maybe("!", 6)}${type()}${pick([" = 1;", " = value(this);", ";", ";\n", " = () => 1;", " = [this.a, this.p0];"])}`,
  () => `${modifiers()}${name()}${type()}${pick([" = 1;", " = value(this);", ";", ";\n", " = [this.a, this.p1];"])}`,
  () => `${list(ofMethods)}${modifiers()}${maybe("async ", 6)}${maybe("*", 6)}${name()}${maybe("<T>", 4)}(${parameters(false)})${maybe(": any")} ${body()}`,
  () => `${list(ofMethods)}${modifiers()}get ${name()}()${maybe(": any")} ${body()}`,
  () => `${list(ofMethods)}${modifiers()}set ${name()}(v${type()}) { ${here()} }`,
  () => `${list(ofFields, 1)}declare ${pick(["n", "o"])}: A;`,
  () => `static { ${here()} out('block'); }`,
  () => `#x = value('private'); ${list(ofMethods)}m(${parameters(false)}) { return this.#x; }`,
  () => `m(x: A): B;\n  ${list(ofMethods)}${pick(["m", "q"])}(${parameters(false)})${body()}`,
])();
const modifiers = () => pick(["", "", "", "static ", "public ", "private static ", "protected ", "static readonly ", "override "]);

const program = () => {
  tags = 0;
  const derived = maybe(" extends Base<A>");
  const members = times(5, element);
  if (random(2) === 0) members.splice(random(members.length + 1), 0, `constructor(${parameters(true)}) {${pick([" ", "\n    "])}${derived && "super(); "}${here()} }`);
  // One private name, and one pair of accessors, for each class.
  let hasPrivate = false;
  const kept = members.filter((text) => !text.includes("#x") || !hasPrivate && (hasPrivate = true));
  const names = new Set();
  const accessors = kept.filter((text) => {
    const found = /\b[gs]et (.+?)\(/.exec(text);
    return found === null || !names.has(found[1]) && names.add(found[1]);
  });
  const lines = `${list(ofClasses)}class C${maybe("<T>", 4)}${derived}${maybe(" implements A, B", 4)} {\n  ${accessors.join("\n  ")}\n}\nfinish(C);\n`.split("\n");
  return lines.map((line, at) => line.replaceAll("LINE", String(at + 1))).join("\n");
};

/** What the programs call; `shows` says whether `here` compares lines. */
const globals = (shows) => {
  const printed = [];
  const show = (value, depth = 0) => {
    if (typeof value === "function") return `function ${value.name}`;
    if (typeof value === "symbol") return String(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth > 2) return "…";
    return Object.fromEntries(Reflect.ownKeys(value).map((key) => {
      const { value: own, get, set, enumerable, writable } = Object.getOwnPropertyDescriptor(value, key);
      return [String(key), [show(own, depth + 1), show(get), show(set), enumerable, writable]];
    }));
  };
  const out = (...values) => void printed.push(values.map((value) => show(value)));
  const apply = (tag, result) => function (...values) {
    out("apply", typeof tag === "function" ? `called ${tag()}` : tag, values.length, this === undefined || this === globalThis ? "no this" : "this", typeof values[0] === "object" ? `${values[0].constructor.name}.prototype` : values[0], ...values.slice(1));
    return result?.(...values);
  };
  const d = (tag, result) => {
    out("evaluate", typeof tag === "function" ? "function" : tag);
    return apply(tag, result);
  };
  const plain = apply("plain");
  const tools = { d, plain, of: (value) => value };
  const context = vm.createContext({
    out, d, plain, tools, printed, __syntax__: { decorate, member, experimental, parameter },
    key: (text) => { out("key", text); return text; },
    value: (of) => { out("value", typeof of === "object" ? "instance" : of); return 2; },
    Base: class Base { inherited() { return 1; } },
    here: (line) => {
      if (!shows) return;
      const found = /program\.ts:(\d+)/.exec(new Error().stack)?.[1];
      if (found !== String(line)) out(`line ${found} instead of ${line}`);
    },
    finish: (C) => {
      out(C, Reflect.ownKeys(C), C.prototype);
      const instance = new C({ x: 1 }, [2], { x: 3 });
      out(instance);
      for (const target of [C, C.prototype]) {
        for (const key of Reflect.ownKeys(target)) {
          if (key === "constructor" || key === "prototype") continue;
          try {
            const value = target === C ? C[key] : instance[key];
            const made = typeof value === "function" && !/^class/.test(value) ? value.call(target === C ? C : instance, { x: 1 }, [2], { x: 3 }) : value;
            out(String(key), typeof made?.next === "function" ? made.next() : typeof made?.then === "function" ? made.then(undefined, () => {}) && "promise" : made);
          } catch (error) {
            out(String(key), error.constructor.name);
          }
        }
      }
    },
  });
  return { context, printed };
};

const run = (code, shows) => {
  const { context, printed } = globals(shows);
  try {
    vm.runInContext(code, context, { filename: "program.ts" });
  } catch (error) {
    printed.push(`${error?.constructor?.name}`);
  }
  return JSON.stringify(printed, null, 1);
};

const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, experimentalDecorators: true, isolatedModules: true };
/** Every other program has fields that are assigned. */
const definesFields = (at) => at % 2 === 0;
const emit = (text, at) => ts.transpileModule(text, { compilerOptions: { ...compilerOptions, useDefineForClassFields: definesFields(at) }, fileName: "a.ts" }).outputText;

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "decorators-"));
let failures = 0;
let skipped = 0;
try {
  const batch = 500;
  for (let first = 0; first < Number(count); first += batch) {
    const programs = Array.from({ length: Math.min(batch, Number(count) - first) }, program);
    const listed = programs.map((text, at) => {
      const file = path.join(scratch, `${at}.ts`);
      fs.writeFileSync(file, text);
      return `experimental${definesFields(at) ? "" : "-assigned"} ${file}`;
    });
    fs.writeFileSync(path.join(scratch, "list"), listed.join("\n"));
    const lines = execFileSync(tool, ["--texts", path.join(scratch, "list")], { encoding: "utf8", maxBuffer: 1 << 28 }).trim().split("\n");
    lines.map((line) => JSON.parse(line)).forEach(({ code, error }, at) => {
      const emitted = emit(programs[at], at);
      const expected = run(emitted, false);
      // TypeScript 4.8 forgets to declare the variable for a computed name.
      if ([...emitted.matchAll(/\], C(?:\.prototype)?, (_\w),/g)].some(([, variable]) => !emitted.includes(`${variable} = `))) return void (skipped += 1);
      // What no engine parses is refused by both.
      if (error !== undefined && expected.includes("SyntaxError")) return void (skipped += 1);
      if (!definesFields(at) && error?.includes("A field with a computed name must be defined")) return void (skipped += 1);
      const actual = error ?? run(code, true);
      if (actual === expected) return;
      failures += 1;
      if (failures > 5) return;
      console.log(`--- program ${first + at}\n${programs[at]}\n--- TypeScript\n${difference(expected, actual)}\n--- here\n${difference(actual, expected)}\n${process.env.SHOW_CODE ? `${code}\n--- emitted\n${emitted}` : ""}`);
    });
  }
} finally {
  fs.rmSync(scratch, { recursive: true });
}

/** The lines from the first one that differs. */
function difference(text, other) {
  const [lines, others] = [text.split("\n"), other.split("\n")];
  const at = lines.findIndex((line, index) => line !== others[index]);
  return lines.slice(Math.max(0, at - 6), at + 12).join("\n");
}

console.log(`${count} programs with experimental decorators, seed ${seed}: ${failures} differ from TypeScript ${ts.version}; ${skipped} say nothing: TypeScript's own does not run, or a computed name is refused.`);
process.exitCode = failures > 0 || skipped > Number(count) / 4 ? 1 : 0;
