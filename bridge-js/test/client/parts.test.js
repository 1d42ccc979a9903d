// The client in parts: parts that are evaluated late may use nothing that user code can have replaced.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import vm from "node:vm";
import { expressionOf, makeBuiltIns } from "../../built-ins.mjs";
import { split } from "../../chunks.mjs";
import { parts } from "../support/embedded.js";
import { freeNames } from "../support/free-names.js";

test("parts that are evaluated after user code use no global, which user code may have replaced", () => {
  assert.ok(parts.length > 1);
  assert.deepEqual(freeNames(parts.slice(1)), []);
});

/** The export of a script with these modules, and the numbers of the parts that were evaluated. */
const run = (modules) => {
  const folder = mkdtempSync(join(tmpdir(), "causeway-modules-"));
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", imports: { "#deferred/*": "./*" } }));
    for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, `${name}.js`), text);
    const { parts: texts } = split(join(folder, "main.js"), folder, "main");
    const evaluated = [];
    const evaluate = (number) => {
      evaluated.push(number);
      return (0, eval)(texts[number]);
    };
    return { main: evaluate(0)(evaluate), evaluated };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test("a deferred module is evaluated once, when an export is first used, with the modules that it shares with others", () => {
  const { main, evaluated } = run({
    main: `import * as a from "#deferred/a.js"; import * as b from "#deferred/b.js"; export const main = (which) => which === "a" ? a.next() : b.next();`,
    a: `import { count } from "./shared.js"; export const next = () => "a" + count();`,
    b: `import { count } from "./shared.js"; import * as a from "#deferred/a.js"; export const next = () => "b" + count() + a.next();`,
    shared: `let counted = 0; export const count = () => (counted += 1);`,
  });
  assert.deepEqual(evaluated, [0]);
  assert.equal(main("a"), "a1");
  assert.equal(evaluated.length, 3);
  assert.equal(main("b"), "b2a3");
  assert.deepEqual(evaluated, [...new Set(evaluated)]);
  assert.equal(evaluated.length, 4);
});

test("modules that all later parts need are in one part", () => {
  const { main, evaluated } = run({
    main: `import * as a from "#deferred/a.js"; export const main = (which) => a.use(which);`,
    a: `import * as b from "#deferred/b.js"; import * as c from "#deferred/c.js"; import { count } from "./shared.js"; import { twice } from "./twice.js";
      export const first = "a"; export const use = (which) => twice(count() + (which === undefined ? first : which === "b" ? b.next() : c.next()));`,
    b: `import { count } from "./shared.js"; import { first } from "./a.js"; export const next = () => first + "b" + count();`,
    c: `import { twice } from "./twice.js"; export const next = () => twice("c");`,
    shared: `let counted = 0; export const count = () => (counted += 1);`,
    twice: `export const twice = (text) => text + text;`,
  });
  assert.equal(main(), "1a1a");
  assert.equal(evaluated.length, 2);
  assert.equal(main("b"), "2ab32ab3");
  assert.equal(main("c"), "4cc4cc");
  assert.equal(evaluated.length, 4);
});

test("the exports of a deferred module are looked up once", () => {
  const { main } = run({
    main: `import * as a from "#deferred/a.js"; export const main = () => [a.value, a];`,
    a: `export const value = 7; export const other = 8;`,
  });
  const [value, module] = main();
  assert.equal(value, 7);
  assert.deepEqual(Object.keys(module).sort(), ["other", "value"]);
});

test("an export that is set after the evaluation of its module is refused", () => {
  const modules = {
    main: `import * as a from "#deferred/a.js"; import * as b from "#deferred/b.js"; export const main = () => a.look() + b.set();`,
    a: `import { value } from "./shared.js"; export const look = () => value;`,
    b: `import { set } from "./shared.js"; export { set };`,
    shared: `export let value = 1; export const set = () => (value = 2);`,
  };
  assert.throws(() => run(modules), /value is reassigned/);
});

test("a part whose evaluation threw is evaluated again when it is next used", () => {
  globalThis.attempts = 0;
  const { main } = run({
    main: `import * as a from "#deferred/a.js"; export const main = () => a.value;`,
    a: `if ((globalThis.attempts += 1) === 1) throw new RangeError("no stack left"); export const value = 7;`,
  });
  assert.throws(main, RangeError);
  assert.equal(main(), 7);
});

test("the script of the built-ins reads the same values as the module, of those that are asked for", async () => {
  const module = await import("../../shared/primordials.js");
  const names = Object.keys(module);
  const builtIns = makeBuiltIns(new Set(names));
  const made = vm.runInThisContext(expressionOf(builtIns));
  for (const name of names) assert.equal(typeof made[name], typeof module[name], name);
  const members = builtIns.lines.split("\n").map((line) => line.split(" "))
    .filter(([, kind]) => kind === "member").flatMap(([, , ...pairs]) => pairs.filter((_, at) => at % 2 === 0));
  assert.ok(members.length > 60, String(members.length));
  for (const name of members) if (name in module) assert.equal(made[name], module[name], name);
  const few = makeBuiltIns(new Set(["charAt", "typedArrayLength"]));
  const { charAt, typedArrayLength, ...others } = vm.runInNewContext(expressionOf(few));
  assert.equal(charAt("abc", 1), "b");
  assert.equal(typedArrayLength(new Uint16Array(3)), 3);
  assert.equal(others.charCodeAt, undefined);
  assert.ok(few.lines.length < builtIns.lines.length / 3);
  assert.throws(() => makeBuiltIns(new Set(["nothing"])), /no export nothing/);
});
