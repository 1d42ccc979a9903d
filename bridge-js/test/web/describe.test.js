import assert from "node:assert/strict";
import { test } from "node:test";
import { describe } from "../../web/descriptions/describe.js";

const parse = (error) => JSON.parse(describe(error));

/** An error in the form of JavaScriptCore. */
function engineError(message, parts) {
  return Object.assign(new RangeError(message), { stack: "f@app.js:3:7\nglobal code@app.js:9:1", line: 3, column: 7, sourceURL: "app.js" }, parts);
}

test("an error is described with its place, its frames, its details and its causes", () => {
  const cause = engineError("inner", { cause: "text" });
  const description = parse(engineError("outer", { code: "NOT_FOUND", method: "wifi.ssid", data: { a: [1, undefined, 2n] }, cause }));
  const { cause: inner, ...outer } = description;
  assert.deepEqual(outer, {
    thrown: "error", name: "RangeError", message: "outer", stack: "    at f (app.js:3:7)\n    at app.js:9:1", line: 3, column: 7,
    sourceURL: "app.js", text: "", code: "NOT_FOUND", method: "wifi.ssid", data: '{"a":[1,"undefined","2n"]}',
  });
  assert.equal(inner.message, "inner");
  assert.deepEqual(inner.cause, {
    thrown: "value", name: "", message: "text", stack: "", line: 0, column: 0, sourceURL: "", text: "'text'", cause: null,
  });
});

test("the place of an error without its own properties comes from its stack", () => {
  const { line, column, sourceURL } = parse(engineError("x", { line: undefined, stack: "g@[native code]\nf@lib.js:5:6" }));
  assert.deepEqual({ line, column, sourceURL }, { line: 5, column: 6, sourceURL: "lib.js" });
});

test("an error without an own name has the name of its class", () => {
  assert.equal(parse(new (class ValidationError extends Error {})("x")).name, "ValidationError");
  assert.equal(parse(Object.assign(new Error("x"), { name: "Custom" })).name, "Custom");
});

test("other values than errors are inspected", () => {
  const shown = [["text", "'text'"], [undefined, "undefined"], [null, "null"], [{ a: 1 }, "{ a: 1 }"], [Symbol("s"), "Symbol(s)"], [5n, "5n"], [() => {}, "[Function (anonymous)]"]];
  for (const [value, text] of shown) {
    const description = parse(value);
    assert.equal(description.thrown, "value");
    assert.equal(description.text, text);
  }
});

test("the errors of an aggregate are described, the first eight of them", () => {
  const { errors } = parse(new AggregateError(Array.from({ length: 20 }, (_, i) => new Error(`e${i}`)), "all"));
  assert.deepEqual(errors.map(({ message }) => message), ["e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7"]);
});

test("a description never throws, and its size is bounded", () => {
  const thrower = () => {
    throw new Error("hostile");
  };
  const traps = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, thrower]));
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const circular = new Error("circular");
  circular.cause = circular;
  circular.errors = [circular, circular, circular, circular, circular, circular, circular, circular];
  circular.data = circular;
  let chain = new Error("0");
  for (let i = 1; i < 1000; i++) chain = new Error(`${i}`, { cause: chain });
  const getters = new Error("getters");
  for (const name of ["stack", "name", "message", "cause", "code", "data", "method", "errors", "line", "sourceURL"]) {
    Object.defineProperty(getters, name, { get: thrower });
  }
  const wide = { a: {} };
  for (let i = 0; i < 100; i++) wide.a[i] = wide.a;
  let deep = {};
  for (let i = 0; i < 50000; i++) deep = { deep };
  const hostile = [
    new Proxy({}, traps), new Proxy(new Error("x"), traps), revoked, circular, chain, getters, Object.freeze(new Error("frozen")),
    Object.assign(new Error("x"), { name: Symbol("n"), message: {}, stack: 5 }), Object.create(Error.prototype), Object.setPrototypeOf(new Error("x"), null),
    "x".repeat(1e6), new Error("y".repeat(1e6)), Object.assign(new Error("big data"), { data: "z".repeat(1e6) }), Object.assign(new Error("wide"), { data: wide }),
    Object.assign(new Error("deep"), { data: deep }), deep, { toJSON: thrower, toString: thrower, [Symbol.toPrimitive]: thrower }, new Error("\ud800"),
    Object.assign(new Error("hooked"), { data: { toJSON: thrower } }), new Proxy(() => {}, traps), Array.from({ length: 1e6 }, () => "element"),
  ];
  hostile.forEach((value, index) => {
    const text = describe(value);
    assert.ok(text.length < 1_500_000, `hostile value ${index}: ${text.length}`);
    assert.equal(typeof JSON.parse(text).thrown, "string");
  });
});

test("causes are followed to a depth of eight", () => {
  let chain = new Error("0");
  for (let i = 1; i < 20; i++) chain = new Error(`${i}`, { cause: chain });
  let depth = 0;
  for (let next = parse(chain).cause; next; next = next.cause) depth += 1;
  assert.equal(depth, 8);
});
