// Snapshots of node:test and of expect: what the command is given to write.

import assert from "node:assert/strict";
import util from "node:util";
import vm from "node:vm";
import { test } from "node:test";
import { evaluateBuiltIns } from "../../evaluate.mjs";
import { builtInsText, parts } from "../support/runtime.js";

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Runs a program of tests over snapshot files in memory; returns its failures, the files and the event with the numbers. */
const run = async (code, files = {}, snapshots = "new") => {
  const failures = [];
  let counts;
  let listener = () => 0;
  let [alarm, active, exit] = [-1, 0, undefined];
  const host = {
    isProxy: util.types.isProxy,
    setAlarm: (due) => {
      alarm = due;
    },
    setActive: (count) => {
      active = count;
    },
  };
  const native = {
    cwd: "/work",
    testSettings: () => ({ filter: [], only: false, leaks: false, snapshots }),
    readSnapshots: (kind, path) => files[kind === "file" ? path : kind] ?? null,
    writeSnapshots: (kind, path, text) => {
      if (text === null) delete files[kind];
      else files[kind === "file" ? path : kind] = text;
    },
    sendTestEvent: (json) => {
      const event = JSON.parse(json);
      if (event.type === "test:fail") failures.push(`${event.name}: ${event.failure.text}`);
      if (event.type === "test:snapshots") counts = event.snapshots;
    },
    onEvent: (given) => {
      listener = given;
    },
    exit: (status) => {
      exit ??= status;
    },
  };
  const context = vm.createContext({});
  const { load, fireAt } = evaluateBuiltIns(parts, builtInsText, context, host, native);
  Object.assign(context, { test: load("test"), expect: load("causeway:test").expect });
  vm.runInContext(code, context);
  while (exit === undefined) {
    await turn();
    if (alarm >= 0 && alarm <= performance.now()) {
      alarm = fireAt(performance.now());
      continue;
    }
    if (active === 0 && listener("beforeExit", false) !== 1 && active === 0) break;
  }
  return { failures, files, counts };
};

const header = "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n";

test("values are written as Jest writes them", async () => {
  const values = `[undefined, -0, 10n, 'a"b', Symbol("s"), () => {}, new Date(0), /a.b/g, new TypeError("m"), [], [1, , 3], { b: 1, a: { c: [] } },
    new Map([["k", 1]]), new Set([{}]), new WeakMap(), new Uint8Array([1]), new (class Foo { x = 1 })(), { toJSON: () => 7 }, Object.create(null)]`;
  const { files, failures } = await run(`const self = {}; self.self = self; test("values", () => { for (const value of [...${values}, self]) expect(value).toMatchSnapshot(); });`);
  assert.deepEqual(failures, []);
  const expected = ["undefined", "-0", "10n", '"a"b"', "Symbol(s)", "[Function]", "1970-01-01T00:00:00.000Z", "/a\\\\.b/g", "[TypeError: m]", "[]",
    "\n[\n  1,\n  ,\n  3,\n]\n", '\n{\n  "a": {\n    "c": [],\n  },\n  "b": 1,\n}\n', '\nMap {\n  "k" => 1,\n}\n', "\nSet {\n  {},\n}\n", "WeakMap {}",
    "\nUint8Array [\n  1,\n]\n", '\nFoo {\n  "x": 1,\n}\n', "7", "{}", '\n{\n  "self": [Circular],\n}\n'];
  assert.equal(files.jest, `${header}${expected.map((text, index) => `\nexports[\`values ${index + 1}\`] = \`${text}\`;\n`).join("")}`);
});

test("names are in the order of their numbers, and matchers are written by their names", async () => {
  const { files } = await run(`for (const name of ["b10", "b9", "a"]) test(name, () => { expect({ id: 4, when: [1], s: "xy", other: 1 }).toMatchSnapshot({
    id: expect.any(Number), when: expect.arrayContaining([1]), s: expect.not.stringMatching("q") }, "hint"); });`);
  const entry = (name) => `\nexports[\`${name}: hint 1\`] = \`\n{\n  "id": Any<Number>,\n  "other": 1,\n  "s": StringNotMatching /q/,\n  "when": ArrayContaining [\n    1,\n  ],\n}\n\`;\n`;
  assert.equal(files.jest, `${header}${["a", "b9", "b10"].map(entry).join("")}`);
});

test("a snapshot that is right passes, one that differs fails, and one without a test is obsolete", async () => {
  const files = { node: "exports[`a 1`] = `\n1\n`;\n\nexports[`b 1`] = `\n2\n`;\n\nexports[`gone 1`] = `\n3\n`;\n" };
  const before = { ...files };
  const code = 'test("a", (t) => t.assert.snapshot(1)); test("b", (t) => t.assert.snapshot(3)); test("c", (t) => t.skip());';
  const { failures, counts } = await run(code, files);
  assert.match(failures[0], /^b: The snapshot "b 1" differs:\n\+ actual - snapshot\n\n {2}\n\+ 3\n- 2\n {2}$/);
  assert.deepEqual(counts, { written: 0, updated: 0, removed: 0, obsolete: ["gone 1"] });
  assert.deepEqual(files, before);
  const updated = await run(code, files, "all");
  assert.deepEqual(updated.counts, { written: 0, updated: 1, removed: 1, obsolete: [] });
  assert.deepEqual(files, { node: "exports[`a 1`] = `\n1\n`;\n\nexports[`b 1`] = `\n3\n`;\n" });
});

test("a new snapshot is refused where nothing is written", async () => {
  const { failures, files } = await run('test("a", (t) => t.assert.snapshot(1)); test("b", () => expect(1).toMatchSnapshot());', {}, "none");
  assert.equal(failures.length, 2);
  assert.match(failures[0], /^a: The snapshot "a 1" does not exist, and CI=true is set/);
  assert.deepEqual(files, {});
});

test("a serializer of the program decides how its values are written", async () => {
  const { files } = await run(`expect.addSnapshotSerializer({ test: (value) => value?.point, print: (value, print) => "Point " + print(value.point) });
    test("a", (t) => { expect({ p: { point: [1] } }).toMatchSnapshot(); t.assert.snapshot("x", { serializers: [(value) => value + "!"] }); });`);
  assert.equal(files.jest, `${header}\nexports[\`a 1\`] = \`\n{\n  "p": Point [\n    1,\n  ],\n}\n\`;\n`);
  assert.equal(files.node, "exports[`a 1`] = `\nx!\n`;\n");
});

test("a matcher outside of a test, with not, or with a value of another kind is refused", async () => {
  const { failures } = await run(`test("not", () => expect(1).not.toMatchSnapshot()); test("hint", () => expect(1).toMatchSnapshot(7));
    test("properties", () => expect(1).toMatchSnapshot({ a: 1 })); test("differs", () => expect({ a: 1 }).toMatchSnapshot({ a: expect.any(String) }));`);
  assert.deepEqual(failures.map((text) => text.split("\n")[0]), [
    "not: toMatchSnapshot: snapshot matchers cannot be used with not", "hint: toMatchSnapshot: the first value must be property matchers or a hint",
    "properties: toMatchSnapshot: the received value must be an object when there are property matchers", "differs: expect(received).toMatchSnapshot()",
  ]);
});
