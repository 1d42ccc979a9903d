import assert from "node:assert/strict";
import { Console } from "node:console";
import { Writable } from "node:stream";
import { test } from "node:test";
import util from "node:util";
import { formatTime } from "../../web/console/console.js";
import { format } from "../../web/inspect/format.js";
import { Runtime } from "../support/runtime.js";

/** The output of Node's console and of ours. */
function both(code) {
  let expected = "";
  const stream = new Writable({ write: (chunk, _encoding, done) => void ((expected += chunk), done()) });
  new Function("console", code)(new Console(stream, stream));
  const runtime = new Runtime();
  runtime.run(code);
  return [runtime.lines.map((line) => `${line}\n`).join(""), expected];
}

const programs = [
  "console.log(); console.log('plain'); console.log('a', 'b', 1, null, undefined, [1, 'x'], { y: 'z' })",
  "console.info('i'); console.debug('d'); console.warn('w'); console.error('e'); console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 })",
  "console.group('outer', 1); console.log('in\\nside'); console.groupCollapsed('inner'); console.log({ a: 1 }); console.groupEnd(); console.log('x'); console.groupEnd(); console.groupEnd(); console.log('out')",
  "console.count(); console.count(); console.count('x'); console.countReset(); console.count(); console.count(1)",
  "console.assert(true, 'no'); console.assert(false); console.assert(false, 'why %s', 'not')",
  "console.table([{ a: 1, b: 'x' }, { a: 2, c: { d: 1 } }])",
  "console.table([[1, 2], [3, 4]]); console.table([1, 'two', { three: 3 }]); console.table({ r1: { c: 1 }, r2: { c: 2 } })",
  "console.table([{ a: 1, b: 2 }, 5], ['b']); console.table(new Map([['k', { v: 1 }]])); console.table(new Set([1, 'x'])); console.table(5); console.table([])",
  "console.table([{ name: '\\u4e2d\\u6587', big: { a: 1, b: 2, c: 3 }, list: [1, 2, 3, 4, 5] }])",
];

/** The format is that of Node 20; earlier versions differ in a few places. */
const skip = Number(process.versions.node.split(".")[0]) < 20 && "compared with Node 20 and later";

for (const code of programs) {
  test("strings are printed as they are, without evaluating the formatter", () => {
  const runtime = new Runtime();
  runtime.run('console.log("a"); console.log("100 %"); console.log("a", "b %d"); console.log(); console.error("%%")');
  assert.deepEqual(runtime.lines, ["a", "100 %", "a b %d", "", "%%"]);
  const { length } = runtime.evaluated;
  runtime.run('console.log("%d %%", "1")');
  assert.equal(runtime.lines[5], "1 %");
  assert.ok(runtime.evaluated.length > length);
});

test(`the console prints what Node's does: ${code.slice(0, 70)}`, { skip }, () => {
    const [ours, theirs] = both(code);
    assert.equal(ours, theirs);
  });
}

const formats = [
  ["%s", "text"], ["%s", 1], ["%s", -0], ["%s", 5n], ["%s", Symbol("s")], ["%s", undefined], ["%s", null], ["%s", { a: { b: 1 } }],
  ["%s", [1, [2, [3]]]], ["%s", () => {}], ["%s", class A {}], ["%s", new Date(0)], ["%s", new (class { toString() { return "own"; } })()],
  ["%s", { toString() { return "own"; } }], ["%s", Object.create(null)], ["%s", new Error("e")], ["%s", new (class extends Error { toString() { return "t"; } })()],
  ["%d", "42"], ["%d", "x"], ["%d", 5n], ["%d", {}], ["%d", Symbol()], ["%d", -0], ["%i", "42.9px"], ["%i", 5n], ["%i", {}], ["%f", "1.5x"], ["%f", Symbol()],
  ["%j", { a: [1] }], ["%j", undefined], ["%j", (() => { const o = {}; o.o = o; return o; })()], ["%o", [1]], ["%o", { a: { b: { c: { d: {} } } } }],
  ["%O", { a: { b: { c: { d: {} } } } }], ["%c styled", "css"], ["100%"], ["100%", 1], ["%%", 1], ["%% %s", 1], ["%s %s", 1], ["%s", 1, 2, "three"],
  ["%x %s", 1], ["%", 1], ["%s%s%s", 1, 2], ["a%sb%dc", "x", 2, { rest: 1 }], ["%%%s%%", "x"], ["%s %% %s", "a"], [1, "%s", 2], ["%5d", 3], ["%%s", "x"],
];

for (const values of formats) {
  // Node prints dates in its own format from 20.20 on.
  const isOlder = values[0] === "%s" && values[1] instanceof Date && !util.format("%s", new Date(0)).startsWith("1970") && "an older Node";
  test(`placeholders are filled as Node fills them: ${util.inspect(values, { breakLength: Infinity })}`, { skip: isOlder }, () => {
    assert.equal(format(values, {}), util.format(...values));
  });
}

test("each method prints with its level", () => {
  const runtime = new Runtime();
  runtime.run("for (const name of ['log', 'info', 'debug', 'warn', 'error', 'dir', 'table']) { const { [name]: print } = console; print('x'); } console.trace('t'); console.assert(0)");
  assert.deepEqual(runtime.printed.map(([level]) => level), ["log", "info", "debug", "warn", "error", "log", "log", "error", "warn"]);
});

test("times are measured by the runtime's clock", () => {
  const runtime = new Runtime();
  runtime.run("console.time(); console.time('x'); console.time('x')");
  runtime.now = 1501;
  runtime.run("console.timeLog('x', { a: 1 }); console.timeEnd('x'); console.timeEnd('x'); console.timeEnd()");
  assert.deepEqual(runtime.lines, [
    "Warning: Label 'x' already exists for console.time()", "x: 1.501s { a: 1 }", "x: 1.501s",
    "Warning: No such label 'x' for console.timeEnd()", "default: 1.501s",
  ]);
});

test("durations are written as Node writes them", () => {
  const expected = { 0: "0ms", 12.3456: "12.346ms", 999: "999ms", 1000: "1.000s", 59999: "59.999s", 62500: "1:02.500 (m:ss.mmm)", 3723004: "1:02:03.004 (h:mm:ss.mmm)" };
  for (const [milliseconds, text] of Object.entries(expected)) assert.equal(formatTime(+milliseconds), text);
});

test("colours come from the host", () => {
  const runtime = new Runtime({ colors: true });
  runtime.run("console.log('plain', 1, ['x'])");
  assert.deepEqual(runtime.lines, ["plain \u001b[33m1\u001b[39m [ \u001b[32m'x'\u001b[39m ]"]);
});

test("an error of a label's toString reaches the caller, and nothing is counted or timed", () => {
  const runtime = new Runtime();
  const methods = ["count", "countReset", "time", "timeLog", "timeEnd"];
  for (const method of methods) {
    assert.throws(() => runtime.run(`console.${method}({ toString() { throw new RangeError("mine"); } })`), { name: "RangeError", message: "mine" });
    assert.throws(() => runtime.run(`console.${method}(Symbol("s"))`), { name: "TypeError" });
  }
  assert.deepEqual(runtime.printed, []);
  runtime.run(`console.count({ toString: () => "text" }); console.count("text"); console.count(undefined); console.count(null)`);
  assert.deepEqual(runtime.lines, ["text: 1", "text: 2", "default: 1", "null: 1"]);
});

test("console is a namespace as the Console Standard requires", () => {
  const runtime = new Runtime();
  const describe = (code) => ({ ...runtime.run(`Object.getOwnPropertyDescriptor(${code})`) });
  const global = describe(`(console, globalThis), "console"`);
  assert.deepEqual([global.writable, global.enumerable, global.configurable], [true, false, true]);
  const tag = describe("console, Symbol.toStringTag");
  assert.deepEqual(tag, { value: "console", writable: false, enumerable: false, configurable: true });
  assert.equal(runtime.run("Reflect.ownKeys(Object.getPrototypeOf(console)).length"), 0);
  assert.equal(runtime.run("Object.getPrototypeOf(Object.getPrototypeOf(console)) === Object.prototype"), true);
  for (const name of runtime.run("Object.keys(console)")) {
    const { value, ...rest } = describe(`console, "${name}"`);
    assert.deepEqual(rest, { writable: true, enumerable: true, configurable: true }, name);
    assert.deepEqual([value.name, value.length, "prototype" in value], [name, 0, false]);
  }
});
