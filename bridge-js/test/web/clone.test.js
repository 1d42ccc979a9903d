import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect, types } from "node:util";
import { Runtime } from "../support/runtime.js";

/** Runs code that ends with an expression and compares its JSON. */
function check(code, expected) {
  assert.deepEqual(JSON.parse(JSON.stringify(new Runtime().run(code))), expected);
}

// Node's buffers cannot be transferred by JavaScript before version 21; the engine's can.
const prepare = `
  ArrayBuffer.prototype.transfer ??= function () { const copy = this.slice(0); this.detached = true; return copy; };
`;

const cloneable = [
  "undefined", "null", "true", "-0", "NaN", "10n ** 30n", "'text \\ud800'", "[1, , 3]", "Object.assign([1], { extra: 2 })",
  "({ a: { b: [1, { c: null }] } })", "({ ['__proto__']: { x: 1 } })", "new Map([[{ k: 1 }, new Set([1, [2]])]])",
  "new Date(5)", "new Date(NaN)", "/a\\/b/giu", "new Number(-0)", "new String('x')", "new Boolean(false)", "Object(5n)",
  "new Uint8Array([1, 2, 3]).buffer", "new Uint8Array([1, 2, 3])", "new Float64Array([1.5])", "new BigInt64Array([1n])",
  "new Uint16Array(new Uint8Array([1, 2, 3, 4, 5, 6]).buffer, 2, 1)", "new DataView(new ArrayBuffer(8), 2, 4)",
  "new (class Point { x = 1; #y = 2; get z() { return 3; } })()", "({ get lazy() { return 'read'; } })",
  "Object.create({ inherited: 1 }, { own: { value: 1 } })",
];

for (const source of cloneable) {
  test(`structuredClone copies ${source} as Node does`, () => {
    const runtime = new Runtime();
    const value = runtime.run(`globalThis.value = ${source}`);
    const copy = runtime.run("structuredClone(value)");
    const options = { depth: Infinity, showHidden: true };
    const expected = inspect(structuredClone(value), options);
    assert.equal(inspect(copy, options).replaceAll("Object <Complex prototype>", "Object"), expected);
    if (typeof value === "object" && value !== null) assert.notEqual(copy, value);
  });
}

const refused = [
  "() => {}", "class A {}", "Symbol()", "new WeakMap()", "new WeakSet()", "Promise.resolve()", "new WeakRef({})", "[1].values()",
  "(function* () {})()", "Object(Symbol())", "new EventTarget()", "new AbortController().signal", "new Event('x')",
  "new AbortController()", "new TextEncoder()", "new TextDecoder()", "performance", "navigator",
  "({ deep: [{ f() {} }] })", "(function () { return arguments; })(1, 2)",
  "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()",
];

for (const source of refused) {
  test(`structuredClone refuses ${source}`, () => {
    const runtime = new Runtime();
    assert.throws(() => runtime.run(`structuredClone(${source})`), { name: "DataCloneError" });
  });
}

// A copy is made by assignments where these cannot be noticed.
for (const [name, page, value, expression, expected] of [
  ["a setter of Object.prototype", "Object.defineProperty(Object.prototype, 'x', { set() { throw 1; }, configurable: true })", "({ ['x']: 1 })", "copy.x", 1],
  ["a property of Object.prototype that cannot be written", "Object.defineProperty(Object.prototype, 'x', { value: 0, configurable: true })", "JSON.parse('{\"x\": 1}')", "copy.x", 1],
  ["a setter of Array.prototype", "Object.defineProperty(Array.prototype, 0, { set() { throw 1; }, configurable: true })", "[7]", "copy[0]", 7],
  ["a setter of Object.prototype for an index", "Object.defineProperty(Object.prototype, 0, { set() { throw 1; }, configurable: true })", "[[7], { 0: 8 }]", "[copy[0][0], copy[1][0]]", [7, 8]],
  ["arrays that inherit from a proxy", "Object.setPrototypeOf(Array.prototype, new Proxy({}, { set() { throw 1; }, has() { throw 2; } }))", "[7]", "copy[0]", 7],
  ["a getter that defines a setter", "", "({ get a() { Object.defineProperty(Object.prototype, 'b', { set() { throw 1; }, configurable: true }); return 1; }, ['b']: 2 })", "copy.b", 2],
  ["a getter that deletes the next element", "", "(() => { const list = [0, 1, 2]; Object.defineProperty(list, 0, { get() { delete list[1]; return 5; } }); return list; })()", "[copy.length, copy[0], 1 in copy, copy[2]]", [3, 5, false, 2]],
  ["an element that is not enumerable, beside a property", "", "Object.assign(Object.defineProperty([0, 1], 0, { enumerable: false }), { x: 2 })", "[copy.length, 0 in copy, copy[1], copy.x]", [2, false, 1, 2]],
  ["a property of an array that is no index", "", "Object.assign([1], { 4294967295: 2 })", "[copy.length, copy[4294967295]]", [1, 2]],
  ["a long array without elements", "", "new Array(4294967295)", "copy.length", 4294967295],
  ["getters in the order of the properties", "globalThis.order = []", "({ a: { get x() { order.push('x'); return 1; } }, get b() { order.push('b'); return 2; } })", "order.join()", "x,b"],
  ["objects of other kinds that inherit from Object.prototype", "", "[new Map([[1, 2]]), new Date(5), new Uint8Array(1), new Error('e'), []].map((object) => Object.setPrototypeOf(object, Object.prototype))",
    "copy.map((object) => Object.prototype.toString.call(object))", ["[object Object]", "[object Object]", "[object Uint8Array]", "[object Error]", "[object Array]"]],
  ["an object that claims to be something else", "", "[Object.create(Date.prototype), { [Symbol.toStringTag]: 'Map', a: 1 }]", "[Object.getPrototypeOf(copy[0]) === Object.prototype, copy[1].a]", [true, 1]],
]) {
  test(`structuredClone and ${name}`, () => {
    check(`${page}; { const copy = structuredClone(${value}); globalThis.result = ${expression}; } result`, expected);
  });
}

test("structuredClone runs no trap of a proxy", () => {
  const traps = "new Proxy({}, { get: (_, name) => () => { throw new Error(name); } })";
  for (const value of [`new Proxy({}, ${traps})`, `[new Proxy([], ${traps})]`, `({ a: new Proxy(new Date(), ${traps}) })`]) {
    assert.throws(() => new Runtime({ isProxy: types.isProxy }).run(`structuredClone(${value})`), { name: "DataCloneError" });
  }
});

test("structuredClone keeps cycles and shared references", () => {
  const runtime = new Runtime();
  assert.equal(runtime.run(`
    const shared = new ArrayBuffer(4), map = new Map(), value = { map, a: new Uint8Array(shared), b: new DataView(shared), shared };
    map.set(value, map);
    const copy = structuredClone(value);
    copy !== value && copy.map.get(copy) === copy.map && copy.a.buffer === copy.b.buffer && copy.shared === copy.a.buffer && copy.shared !== shared
  `), true);
});

test("structuredClone keeps the class and the properties of an error", () => {
  const runtime = new Runtime();
  const parts = runtime.run(`
    class Mine extends RangeError {}
    const error = new Mine("why", { cause: { deeper: new SyntaxError("s") } }); error.code = "dropped"; error.name = "RangeError";
    const copy = structuredClone(error), dom = structuredClone(new DOMException("gone", "AbortError"));
    [copy.constructor === RangeError, copy.message, copy.cause.deeper instanceof SyntaxError, copy.stack === error.stack, "code" in copy,
      structuredClone(Object.assign(new Error(""), { name: "Odd" })).name, dom instanceof DOMException, dom.name, dom.code]
  `);
  assert.deepEqual([...parts], [true, "why", true, true, false, "Error", true, "AbortError", 20]);
});

test("structuredClone moves the buffers that are listed", () => {
  const runtime = new Runtime({ prepare });
  assert.equal(runtime.run(`
    const buffer = new Uint8Array([1, 2]).buffer, copy = structuredClone({ view: new Uint8Array(buffer), buffer }, { transfer: [buffer] });
    buffer.detached && copy.view.buffer === copy.buffer && copy.view[1] === 2
  `), true);
});

test("a buffer is not transferred when the value cannot be cloned", () => {
  const runtime = new Runtime({ prepare });
  runtime.run("globalThis.buffer = new ArrayBuffer(4)");
  assert.throws(() => runtime.run("structuredClone({ buffer, f() {} }, { transfer: [buffer] })"), { name: "DataCloneError" });
  assert.notEqual(runtime.run("buffer.detached"), true);
});

test("only buffers can be transferred, and each once", () => {
  const runtime = new Runtime({ prepare });
  assert.throws(() => runtime.run("structuredClone(1, { transfer: [{}] })"), { name: "DataCloneError" });
  assert.throws(() => runtime.run("const b = new ArrayBuffer(1); structuredClone(b, { transfer: [b, b] })"), { name: "DataCloneError" });
  assert.throws(() => runtime.run("structuredClone()"), { name: "TypeError" });
});

test("properties that a getter deletes or adds during cloning are handled as the standard requires", () => {
  check(`
    const value = { get a() { delete this.b; this.z = 1; return 1; }, b: 2, c: 3 };
    const list = [0, , 2]; Object.defineProperty(list, 0, { enumerable: true, get() { delete list[2]; list.length = 9; return "first"; } });
    const copy = structuredClone(list);
    [structuredClone(value), copy.length, Object.keys(copy)]
  `, [{ a: 1, c: 3 }, 3, ["0"]]);
});

test("maps and sets are cloned with the entries that they have when they are reached", () => {
  check(`
    const map = new Map([[{ get a() { map.set("late", 1); map.delete("gone"); return 1; } }, 1], ["gone", 2]]);
    const set = new Set([{ get a() { set.add("late"); return 1; } }, 2]);
    const cyclic = new Map(); cyclic.set(cyclic, new Set([cyclic])); const copy = structuredClone(cyclic);
    [[...structuredClone(map).values()], [...structuredClone(set)].length, copy.has(copy), [...copy.get(copy)][0] === copy]
  `, [[1, 2], 2, true, true]);
});

test("boxed primitives, dates, regular expressions and sparse arrays keep their kind", () => {
  check(`
    const expression = /a/giy; expression.lastIndex = 3;
    const copy = structuredClone([Object(1n), Object("s"), Object(-0), Object(true), new Date(NaN), expression, [, 1, ,]]);
    const refused = [Symbol(), Object(Symbol()), () => {}, class {}, new WeakMap(), new WeakSet(), new WeakRef({}), Promise.resolve(), new Intl.NumberFormat(), new Intl.DateTimeFormat(), new Intl.Segmenter(), new WebAssembly.Memory({ initial: 1 }), new WebAssembly.Global({ value: "i32" }), (function* () {})(), [].values(), new EventTarget(), { deep: [() => {}] }];
    [typeof copy[0], copy[0].valueOf() === 1n, copy[1].length, Object.is(copy[2].valueOf(), -0), copy[3].valueOf(), String(copy[4]), copy[5].lastIndex, copy[5].flags, copy[6].length, Object.keys(copy[6]),
      refused.map((value) => { try { structuredClone(value); return "cloned"; } catch ({ name, code }) { return name + code; } }).every((text) => text === "DataCloneError25")]
  `, ["object", true, 1, true, true, "Invalid Date", 0, "giy", 3, ["1"], true]);
});
