import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "../../web/inspect/inspector.js";
import { Runtime } from "../support/runtime.js";

const thrower = () => {
  throw new Error("hostile");
};

test("printing never throws, for any value", () => {
  const traps = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, thrower]));
  const { proxy: revoked, revoke } = Proxy.revocable([], {});
  revoke();
  const loop = new Proxy({}, { getPrototypeOf: () => loop });
  const values = [
    new Proxy({}, traps), new Proxy(() => {}, traps), new Proxy([], traps), revoked, loop, { nested: [new Proxy({}, traps)] },
    { toString: thrower, valueOf: thrower, [Symbol.toPrimitive]: thrower }, { get [Symbol.toStringTag]() { return thrower(); } },
    { get constructor() { return thrower(); } }, Object.defineProperty(new Error("x"), "stack", { get: thrower }), { [Symbol.for("nodejs.util.inspect.custom")]: thrower },
    Object.defineProperty(class {}, "name", { get: thrower }), new (class { static get name() { return thrower(); } })(), Object.defineProperty([1], 0, { get: thrower }),
  ];
  const runtime = new Runtime();
  for (const value of values) {
    runtime.context.value = value;
    runtime.run("for (const method of ['log', 'error', 'dir', 'table', 'trace', 'group', 'assert']) console[method](value);");
    for (const letter of "sdifjoOc") runtime.run(`console.log('%${letter}', value);`);
  }
  assert.ok(["[Proxy]", "<Revoked Proxy>"].every((text) => runtime.lines.some((line) => line.trim() === text)));
});

test("printing runs no getter", () => {
  let ran = 0;
  const count = { get: () => (ran += 1), enumerable: true };
  // The stack comes first: V8 makes its text when it is first read, and would run the other getters.
  const names = ["stack", "a", "name", "message", "cause", "errors", "constructor", Symbol.toStringTag, "toString", "size", "length"];
  for (const value of [{}, new Error("x"), new Map(), [], () => {}, new Date(0), class {}]) {
    for (const name of names) if (Object.getOwnPropertyDescriptor(value, name)?.configurable !== false) Object.defineProperty(value, name, count);
    inspect(value, { showHidden: true });
    inspect(value);
  }
  assert.equal(ran, 0);
});

test("control characters and bidirectional text are escaped in quotes and raw at the top level", () => {
  const text = "a\u202eb\u2066c\u001b[2J\u009b";
  assert.equal(inspect([text]), "[ 'a\\u202eb\\u2066c\\x1B[2J\\x9B' ]");
  assert.equal(inspect({ [text]: 1 }), "{ 'a\\u202eb\\u2066c\\x1B[2J\\x9B': 1 }");
  const runtime = new Runtime();
  runtime.context.text = text;
  runtime.run("console.log(text)");
  assert.deepEqual(runtime.lines, [text]);
});

test("no name, message or stack commands a terminal", () => {
  const bad = "\u001b]0;x\u0007\u009b2J\r\u202e\u2066";
  const named = (value, name = bad) => Object.defineProperty(value, "name", { value: name });
  const error = (properties) => Object.defineProperties(new Error("m"), Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, { value, configurable: true, enumerable: false }])));
  class Plain {}
  const values = [
    new Error(bad), error({ name: bad }), error({ stack: `Error: ${bad}\n    at ${bad} (a.js:1:1)` }), error({ stack: bad }),
    error({ message: bad }), new Error("m", { cause: new Error(bad) }), new AggregateError([new Error(bad)], bad),
    new DOMException(bad, bad), named(class extends Error {}), new (named(class extends Error {}))(bad), named(() => {}), named(async () => {}),
    named(class {}), named(class extends named(class {}) {}), new (named(class {}))(), Object.create(named(class {}).prototype),
    { [Symbol.toStringTag]: bad }, Object.defineProperty(new Map(), Symbol.toStringTag, { value: bad }), Symbol(bad), { [Symbol(bad)]: 1 },
    { [bad]: bad }, [bad], new Map([[bad, bad]]), new Set([bad]), new RegExp(bad), new String(bad), Object.assign(() => {}, { [bad]: 1 }),
    new Plain(), Object(Symbol(bad)), new Error("m", { cause: bad }), Promise.reject(new Error(bad)), new Proxy(named(class {}), {}),
  ];
  for (const value of values) {
    if (value instanceof Promise) value.catch(() => {});
    for (const options of [{}, { showHidden: true }, { compact: false }]) {
      const text = inspect(value, options);
      assert.doesNotMatch(text, /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/, JSON.stringify(text));
    }
  }
});

test("a value deeper than the stack is cut, without an error", () => {
  let deep = {};
  for (let i = 0; i < 100000; i++) deep = { deep };
  assert.match(inspect(deep, { depth: Infinity, compact: true }), /Inspection interrupted prematurely/);
});

test("of a huge list the first hundred elements are printed, at the cost of a small list", () => {
  const lists = (bytes, holes, objects) =>
    [new Uint8Array(bytes), new Array(holes), Array.from({ length: objects }, () => ({}))];
  const cost = (values, times) => {
    const before = process.cpuUsage();
    for (let i = 0; i < times; i++) for (const value of values) inspect(value);
    return process.cpuUsage(before).user;
  };
  const small = cost(lists(1000, 1000, 1000), 100);
  const huge = cost(lists(5e7, 4e9, 1e6), 1);
  assert.ok(huge < 20 * small, `${huge} and ${small} microseconds of the processor`);
});

/** Replaces every built-in that a page can replace. */
const tampering = `
  (() => {
    const Tampered = Error, bad = function () { throw new Tampered("tampered"); };
    const root = globalThis, define = Object.defineProperty, names = Object.getOwnPropertyNames, symbols = Object.getOwnPropertySymbols;
    const descriptor = Object.getOwnPropertyDescriptor, listKeys = Reflect.ownKeys, keep = new Set(["undefined", "NaN", "Infinity", "run", "log", "console",
      "setTimeout", "setInterval", "clearTimeout", "queueMicrotask", "AbortController", "AbortSignal", "structuredClone", "EventTarget",
      "Event", "TextEncoder", "TextDecoder", "URL", "URLSearchParams", "crypto", "Crypto", "atob", "btoa", "reportError", "addEventListener", "made", "performance", "Performance",
      "onerror", "onunhandledrejection", "onrejectionhandled"]);
    const all = names(globalThis), objectPrototype = Object.prototype, has = Set.prototype.has.bind(keep), type = (v) => typeof v;
    const holders = [];
    for (const name of all) {
      // A global that is not made yet stays so.
      const value = descriptor(root, name).value;
      if (has(name) || !value || value === root || (type(value) !== "function" && type(value) !== "object")) continue;
      holders[holders.length] = value;
      if (value.prototype) holders[holders.length] = value.prototype;
    }
    holders[holders.length] = Object.getPrototypeOf(Uint8Array.prototype);
    holders[holders.length] = Object.getPrototypeOf([][Symbol.iterator]());
    const breakAll = (holder) => {
      const keys = listKeys(holder);
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i], found = descriptor(holder, key);
        if (!found.configurable || key === "__proto__" || (key === "constructor" && holder === objectPrototype)) continue;
        if (type(found.value) === "function") { found.value = bad; define(holder, key, found); }
        else if (found.get) { found.get = bad; define(holder, key, found); }
      }
    };
    const forget = all.filter((name) => !has(name) && descriptor(root, name).configurable);
    const own = [...holders];
    for (let i = 0; i < forget.length; i++) root[forget[i]] = null;
    for (let i = 0; i < own.length; i++) breakAll(own[i]);
  })();
`;

const used = "setTimeout; queueMicrotask; console.log({}); console.table([]); new AbortController().abort(); structuredClone([]); btoa(''); performance; new TextEncoder(); new TextDecoder(); reportError; new URL('http://\\u00e9:1/?a'); crypto";

for (const [when, before] of [["after", used], ["before", ""]]) test(`timers, console, abort, events, cloning and addresses survive a page that breaks every built-in ${when} their first use`, async () => {
  const setup = `
    globalThis.log = { n: 0 };
    globalThis.made = { map: new Map([[1, { a: [1, 2] }]]), set: new Set(["x"]), date: new Date(0), re: /x/g, bytes: new Uint8Array([1, 2]),
      error: new TypeError("kept"), big: 5n, list: Array.from({ length: 12 }, (_, i) => i), fn() {} };
    globalThis.expected = undefined;
  `;
  const runtime = new Runtime(), other = new Runtime();
  runtime.run(before);
  runtime.printed.length = 0;
  for (const each of [runtime, other]) each.run(setup);
  const expected = other.api.inspect(other.run("made"));
  runtime.run(tampering);
  if (when === "before") assert.deepEqual(runtime.evaluated, [0]);
  assert.throws(() => runtime.run("[].push(1)"), { message: "tampered" });
  runtime.run(`
    console.log(made); console.table(made.list); console.group("g"); console.log("%s %d %o", "a", 1, [1]); console.groupEnd(); console.count(); console.time(); console.timeEnd();
    console.error(made.error);
    const first = setTimeout(() => { log.n += 1; queueMicrotask(() => { log.n += 10; }); }, 5);
    const gone = setTimeout(() => { log.n += 1000; }, 6); clearTimeout(gone);
    const c = new AbortController(), any = AbortSignal.any([c.signal]);
    any.onabort = () => { log.n += 100; };
    any.addEventListener("abort", () => { log.n += 10000; }, { once: true });
    c.abort(); AbortSignal.timeout(5);
    const { fn, ...rest } = made; log.copy = structuredClone(rest);
    log.text = new TextDecoder().decode(new TextEncoder().encode("h\\u00e9")) + atob(btoa("x"));
    addEventListener("error", (event) => { log.n += 100000; event.preventDefault(); });
    reportError(made.error);
    performance.now();
    const url = new URL("../\\u00e9?a=\\u00e9&b=%41#x", "http://u:p@B\\u00fccher.example:81/a/b/c"), sorted = new URLSearchParams({ b: 2, a: 1 });
    url.searchParams.append("c", "d e"); url.port = "82"; sorted.sort();
    log.urls = url.href + "|" + url.searchParams.get("b") + "|" + sorted.toString() + "|" + new URL("http://[1::2]/").host;
    log.random = crypto.getRandomValues(made.bytes) === made.bytes && crypto.randomUUID().length;
  `);
  await runtime.advance(10);
  const log = runtime.run("log");
  assert.deepEqual(runtime.reported, []);
  assert.equal(log.n, 110111);
  assert.equal(log.text, "h\u00e9x");
  assert.equal(log.urls, "http://u:p@xn--bcher-kva.example:82/a/%C3%A9?a=%C3%A9&b=A&c=d+e#x|A|a=1&b=2|[1::2]");
  assert.equal(log.random, 36);
  assert.equal(runtime.lines[0], expected);
  assert.ok(runtime.lines.some((line) => line.includes("TypeError: kept")));
  assert.equal(log.copy.map.constructor === undefined, false);
  assert.match(runtime.api.describe(runtime.run("made.error")), /"message":"kept"/);
  assert.equal(runtime.api.complete("made.ma")[0].length, 1);
});

test("making a global reads no property that a page defined on the prototypes of objects and functions", () => {
  const runtime = new Runtime();
  runtime.run(`
    globalThis.seen = [];
    const define = Object.defineProperty, { push } = seen, { apply } = Reflect, names = ["0", "1"];
    const hook = (name) => ({ __proto__: null, get() { noted(name); }, set() { noted(name); }, configurable: true });
    let count = 0;
    const noted = (name) => { define(seen, count++, { __proto__: null, value: name, writable: true, enumerable: true, configurable: true }); };
    for (const name of names) define(Object.prototype, name, hook(name));
    for (const name of ["call", "apply", "bind"]) define(Function.prototype, name, hook(name));
  `);
  for (const name of ["structuredClone", "console", "setTimeout", "AbortController", "addEventListener", "DOMException", "TextEncoder",
    "TextDecoder", "URL", "crypto", "btoa", "performance", "navigator", "queueMicrotask", "WebAssembly", "reportError", "onerror"]) {
    runtime.run(name);
    assert.deepEqual([...runtime.run("seen")], [], name);
  }
});
