// The declarations of Node's modules, beside the modules of a runtime: the same modules, with the same names and members.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { evaluateBuiltIns } from "../../evaluate.mjs";
import { builtInsText, parts } from "../support/runtime.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { load, defineGlobals, context } = evaluateBuiltIns(parts, builtInsText);
const names = load("module").builtinModules;
const bare = names.filter((name) => !name.startsWith("node:"));
const withScheme = names.map((name) => (name.startsWith("node:") ? name : `node:${name}`));
const moduleOf = (name) => load(name.replace("node:", ""));

/** @type {string} */
let project;

before(() => {
  project = mkdtempSync(join(tmpdir(), "declarations-"));
  mkdirSync(join(project, "node_modules"));
  symlinkSync(root, join(project, "node_modules/causeway-bridge"));
  symlinkSync(join(root, "runtime-types"), join(project, "node_modules/causeway-types"));
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
});

after(() => rmSync(project, { recursive: true }));

/**
 * What the compiler reports for these files.
 *
 * @param {{ [name: string]: string }} files
 * @param {string[]} [declarations] further files of the project
 */
const check = (files, declarations = []) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  const configuration = {
    extends: "causeway-types/tsconfig.json",
    files: [...Object.keys(files), ...declarations],
    compilerOptions: { preserveSymlinks: true, noErrorTruncation: true },
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(configuration));
  try {
    return execFileSync("tsc", ["--pretty", "false"], { cwd: project, encoding: "utf8", timeout: 120_000 });
  } catch (/** @type {any} */ error) {
    return error.stdout || error.message;
  }
};

/** Whether a function of a module only throws that it does not exist here. */
const isRefused = (value) => {
  if (typeof value !== "function" || !`${value}`.includes("ERR_METHOD_NOT_IMPLEMENTED")) return false;
  try {
    value();
    return false;
  } catch (/** @type {any} */ error) {
    return error.code === "ERR_METHOD_NOT_IMPLEMENTED";
  }
};

/** The own names of an object that a program may use: Node's internals begin with `_`. */
const usable = (object) => Object.entries(Object.getOwnPropertyDescriptors(object))
  .filter(([name, { value }]) => /^[A-Za-z][\w$]*$/.test(name) && !isRefused(value)).map(([name]) => name);

/** A line with an error that lists the names of a type, if it has any. */
const none = (constant, type) => `export const ${constant}: { [Name in ${type}]: 0 } = {};`;

const union = (list) => (list.length === 0 ? "never" : list.map((name) => JSON.stringify(name)).join(" | "));

/** Members that Node has and does not document. */
const isUndocumented = (name) => /^(constructor|readableBuffer|writableBuffer)$|^[a-z]+\d*(url)?(Slice|Write)$/.test(name);
/** Whether this is the prototype of a class of the language, whose members TypeScript's libraries declare. */
const isOfLanguage = (prototype) => `${prototype.constructor}`.includes("[native code]");

/** The names on a chain of prototypes, and those that the runtime defines. */
const membersOf = (prototype) => {
  const all = new Set();
  const own = new Set();
  for (let at = prototype; at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of usable(at)) {
      all.add(name);
      if (!isOfLanguage(at) && !isUndocumented(name)) own.add(name);
    }
  }
  return { all: [...all], own: [...own] };
};

test("a module exports the names that are declared, and no others", () => {
  const lines = [...withScheme, ...bare].flatMap((name, i) => {
    const module = moduleOf(name);
    // A class that cannot be constructed by a program.
    const own = [...usable(module).filter((key) => Object.keys(module).includes(key)), ...(name.endsWith("module") ? ["Module"] : [])].filter((key) => key !== "default");
    return [
      `import * as m${i} from ${JSON.stringify(name)};`,
      none(`undeclared${i}`, `Exclude<${union(own)}, keyof typeof m${i}>`),
      none(`absent${i}`, `Exclude<keyof typeof m${i}, ${union(own)} | "default" | "prototype">`),
      // The value of `require` is the default export.
      `import d${i} from ${JSON.stringify(name)};`,
      ...own.filter((key) => typeof module[key] !== "function").map((key) => `void d${i}.${key};`),
    ];
  });
  assert.ok(lines.length > 300);
  assert.equal(check({ "names.ts": lines.join("\n") }), "");
});

test("a class has the members that are declared, and no other methods", () => {
  let count = 0;
  const lines = withScheme.flatMap((name, i) => {
    const module = moduleOf(name);
    return Object.keys(module).filter((key) => typeof module[key] === "function" && /^[A-Z]/.test(key) && !isRefused(module[key])).flatMap((key) => {
      const { all, own } = membersOf(module[key].prototype ?? {});
      count += 1;
      const type = `(typeof m${i}.${key})["prototype"]`;
      return [
        none(`undeclared${i}${key}`, `Exclude<${union(own)}, keyof ${type}>`),
        // The other declared members are properties of an instance, and methods that a subclass may define.
        none(`absent${i}${key}`, `Exclude<Methods<${type}>, ${union(all)}>`),
      ];
    }).concat(`import * as m${i} from ${JSON.stringify(name)};`);
  });
  assert.ok(count > 40, `${count}`);
  const methods = "type Methods<T> = { [Name in keyof T]-?: Name extends `_${string}` | symbol | number ? never : any[] extends T[Name] ? never : T[Name] extends Function ? Name : never }[keyof T];";
  assert.equal(check({ "members.ts": [methods, ...lines].join("\n") }), "");
});

test("the globals of CommonJS modules are declared in a file of their own", () => {
  defineGlobals();
  const declared = readFileSync(join(root, "runtime-types/node/commonjs.d.cts"), "utf8").matchAll(/^declare (?:const|var) (\w+)/gm);
  const ofModule = ["require", "module", "exports", "__filename", "__dirname"];
  const own = ["global", "process", "Buffer", "setImmediate", "clearImmediate"].filter((name) => name in context);
  assert.deepEqual([...declared].map(([, name]) => name).sort(), [...ofModule, ...own].sort());
  const uses = "void require('./a').x; exports.a = require.resolve(__filename, { paths: [__dirname] }); module.exports = require.main === module;\n" +
    "const b: Buffer = Buffer.from('a'); setImmediate(() => process.exit(b.length)).unref(); void global.fetch; void require.cache[__filename]?.exports;";
  const file = "node_modules/causeway-types/node/commonjs.d.cts";
  assert.equal(check({ "uses.cts": uses }, [file]), "");
  assert.match(check({ "uses.ts": "process.exit(1);" }), /uses\.ts\(1,1\): error TS\d+: Cannot find name 'process'/);
});

// The same program runs in `ProjectTests`.
test("a program that uses each module is typed", () => {
  const right = readFileSync(join(root, "../Tests/Fixtures/node/uses-of-modules.ts"), "utf8");
  for (const name of withScheme) {
    if (name !== "node:test" && name !== "node:sys" && !name.endsWith("assert/strict") && name !== "node:path/posix") {
      assert.match(right, new RegExp(`from "(node:)?${name.slice(5)}";`), name);
    }
  }
  assert.equal(check({ "right.ts": right }), "");
});

test("a program that uses a module wrongly is refused", () => {
  const wrong = [
    'import { chmodSync } from "node:fs";', 'import { open } from "fs/promises";', 'import { cpus } from "os";', 'import { gzipSync } from "node:zlib";',
    'import { Script } from "vm";', 'import { createHook } from "async_hooks";', 'import { run } from "node:test";', 'import test from "test";',
    'import http from "http";', 'import { spawn } from "node:child_process";', 'import { on } from "node:process";', 'import { once } from "stream";',
    'import { readFileSync } from "fs"; readFileSync(1);', 'import { readFileSync } from "fs"; readFileSync("a").split("b");',
    'import { writeFileSync } from "fs"; writeFileSync("a", "b", { flag: "r+" });', 'import { join } from "path"; join(1);',
    'import { Buffer } from "buffer"; Buffer.from("a", "utf-7");', 'import { Readable } from "stream"; new Readable({ reed() {} });',
    'import { setTimeout } from "timers/promises"; const n: number = await setTimeout(1, "a");', 'import Module from "module"; new Module();',
    'import { parseArgs } from "util"; const n: number = parseArgs({ options: { a: { type: "string" } } }).values.a;',
    'import process from "process"; process.chdir("/");', 'import process from "process"; process.platform = "win32";',
  ];
  const files = Object.fromEntries(wrong.map((line, i) => [`wrong${i}.ts`, `${line}\nexport {};\n`]));
  const reported = check(files);
  for (const [i, line] of wrong.entries()) assert.ok(reported.includes(`wrong${i}.ts(1,`), line);
  assert.ok(!reported.includes("causeway-types"), reported);
});
