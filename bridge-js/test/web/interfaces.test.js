// The interfaces as Web IDL requires them, as far as a program can observe.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime } from "../support/runtime.js";

/** Runs code that ends with an expression and compares its JSON. */
function check(code, expected) {
  const runtime = new Runtime();
  assert.deepEqual(JSON.parse(JSON.stringify(runtime.run(code))), expected);
}

/** Interface, the number of arguments that its constructor requires, and the numbers that its operations require. */
const interfaces = {
  Event: [1, { composedPath: 0, preventDefault: 0, stopPropagation: 0, stopImmediatePropagation: 0, initEvent: 1 }],
  CustomEvent: [1, { initCustomEvent: 1 }],
  ErrorEvent: [1, {}],
  PromiseRejectionEvent: [2, {}],
  EventTarget: [0, { addEventListener: 2, removeEventListener: 2, dispatchEvent: 1 }],
  AbortController: [0, { abort: 0 }],
  AbortSignal: [0, { throwIfAborted: 0 }],
  DOMException: [0, {}],
  Performance: [0, { now: 0, toJSON: 0, mark: 1, measure: 1, clearMarks: 0, clearMeasures: 0, getEntries: 0, getEntriesByType: 1, getEntriesByName: 1 }],
  PerformanceEntry: [0, { toJSON: 0 }],
  PerformanceMark: [1, {}],
  PerformanceMeasure: [0, {}],
  PerformanceObserver: [1, { observe: 0, disconnect: 0, takeRecords: 0 }],
  PerformanceObserverEntryList: [0, { getEntries: 0, getEntriesByType: 1, getEntriesByName: 1 }],
  TextEncoder: [0, { encode: 0, encodeInto: 2 }],
  TextDecoder: [0, { decode: 0 }],
  URL: [1, { toString: 0, toJSON: 0 }],
  URLSearchParams: [0, { append: 2, delete: 1, get: 1, getAll: 1, has: 1, set: 2, sort: 0, forEach: 1, entries: 0, keys: 0, values: 0, toString: 0 }],
  ReadableStream: [0, { cancel: 0, getReader: 0, pipeThrough: 1, pipeTo: 1, tee: 0, values: 0 }],
  ReadableStreamDefaultReader: [1, { cancel: 0, read: 0, releaseLock: 0 }],
  ReadableStreamBYOBReader: [1, { cancel: 0, read: 1, releaseLock: 0 }],
  ReadableStreamDefaultController: [0, { close: 0, enqueue: 0, error: 0 }],
  ReadableByteStreamController: [0, { close: 0, enqueue: 1, error: 0 }],
  ReadableStreamBYOBRequest: [0, { respond: 1, respondWithNewView: 1 }],
  WritableStream: [0, { abort: 0, close: 0, getWriter: 0 }],
  WritableStreamDefaultWriter: [1, { abort: 0, close: 0, releaseLock: 0, write: 0 }],
  WritableStreamDefaultController: [0, { error: 0 }],
  TransformStream: [0, {}],
  TransformStreamDefaultController: [0, { enqueue: 0, error: 0, terminate: 0 }],
  ByteLengthQueuingStrategy: [1, {}],
  CountQueuingStrategy: [1, {}],
  TextEncoderStream: [0, {}],
  TextDecoderStream: [0, {}],
  Blob: [0, { arrayBuffer: 0, bytes: 0, slice: 0, stream: 0, text: 0 }],
  File: [2, {}],
  FormData: [0, { append: 2, delete: 1, get: 1, getAll: 1, has: 1, set: 2, entries: 0, keys: 0, values: 0, forEach: 1 }],
  MessageChannel: [0, {}],
  MessagePort: [0, { postMessage: 1, start: 0, close: 0 }],
  BroadcastChannel: [1, { postMessage: 1, close: 0 }],
  MessageEvent: [1, { initMessageEvent: 1 }],
  Headers: [0, { append: 2, delete: 1, get: 1, getSetCookie: 0, has: 1, set: 2, entries: 0, keys: 0, values: 0, forEach: 1 }],
  Request: [1, { clone: 0, arrayBuffer: 0, blob: 0, bytes: 0, formData: 0, json: 0, text: 0 }],
  Response: [0, { clone: 0, arrayBuffer: 0, blob: 0, bytes: 0, formData: 0, json: 0, text: 0 }],
  Crypto: [0, { getRandomValues: 1, randomUUID: 0 }],
};

/** The members that return a promise, which is rejected for another object. */
const promising = {
  Blob: ["arrayBuffer", "bytes", "text"],
  Request: ["arrayBuffer", "blob", "bytes", "formData", "json", "text"],
  Response: ["arrayBuffer", "blob", "bytes", "formData", "json", "text"],
  ReadableStream: ["cancel", "pipeTo"],
  ReadableStreamDefaultReader: ["cancel", "closed", "read"],
  ReadableStreamBYOBReader: ["cancel", "closed", "read"],
  WritableStream: ["abort", "close"],
  WritableStreamDefaultWriter: ["abort", "close", "closed", "ready", "write"],
};

for (const [name, [length, operations]] of Object.entries(interfaces)) {
  test(`${name} has the attributes and operations of its interface, and they refuse other objects`, async () => {
    const runtime = new Runtime();
    assert.equal(runtime.run(`${name}.length`), length);
    assert.throws(() => runtime.run(`${name}()`), { name: "TypeError" });
    const descriptor = { ...runtime.run(`Object.getOwnPropertyDescriptor(${name}.prototype, Symbol.toStringTag)`) };
    assert.deepEqual(descriptor, { value: name, writable: false, enumerable: false, configurable: true });
    const { writable, enumerable } = runtime.run(`Object.getOwnPropertyDescriptor(${name}, "prototype")`);
    assert.deepEqual([writable, enumerable], [false, false]);
    const members = runtime.run(`Object.entries(Object.getOwnPropertyDescriptors(${name}.prototype)).filter(([key]) => key !== "constructor")`);
    for (const [key, member] of members) {
      assert.equal(member.enumerable, true, key);
      if ("value" in member && typeof member.value !== "function") continue; // A constant.
      assert.equal(member.configurable, true, key);
      const functions = "value" in member ? [member.value] : [member.get, member.set].filter(Boolean);
      for (const method of functions) {
        if (promising[name]?.includes(key)) await assert.rejects(Reflect.apply(method, {}, [1, 2]), { name: "TypeError" }, `${key} of another object`);
        else assert.throws(() => Reflect.apply(method, {}, [1, 2]), { name: "TypeError" }, `${key} of another object`);
      }
      if ("value" in member) assert.equal(member.writable, true, key);
    }
    for (const [key, required] of Object.entries(operations)) assert.equal(runtime.run(`${name}.prototype.${key}.length`), required, key);
  });
}

test("functions of the global object require the arguments of their standards", () => {
  check(`[setTimeout, setInterval, clearTimeout, clearInterval, queueMicrotask, structuredClone, atob, btoa, reportError, AbortSignal.abort, AbortSignal.timeout, AbortSignal.any,
    URL.parse, URL.canParse].map((f) => f.length)`, [1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1]);
});

test("options other than objects are refused", () => {
  const runtime = new Runtime();
  for (const code of ['new Event("x", 5)', 'new CustomEvent("x", "y")', 'new ErrorEvent("x", true)', 'new PromiseRejectionEvent("x", {})', 'structuredClone(1, 5)',
    'new TextDecoder("utf-8", 1)', 'new TextDecoder().decode(undefined, 1)', 'new EventTarget().addEventListener("x")', 'new EventTarget().addEventListener("x", 5)',
    'new EventTarget().removeEventListener("x", "y")', 'new EventTarget().addEventListener("x", null, { signal: null })', "AbortSignal.timeout(-1)", "AbortSignal.timeout(NaN)"]) {
    assert.throws(() => runtime.run(code), { name: "TypeError" }, code);
  }
  for (const code of ['new Event("x", null)', 'new Event("x", undefined)', 'new Event("x", () => {})', 'new EventTarget().addEventListener("x", null)', "AbortSignal.timeout(-0.9)"]) runtime.run(code);
});

test("a DOMException is constructed and read as its interface requires", () => {
  check(`
    const e = new DOMException("m", "AbortError");
    const own = Reflect.ownKeys(e).filter((key) => ["name", "message", "code"].includes(key));
    [own.length, Object.getPrototypeOf(DOMException) === Function.prototype, Object.getPrototypeOf(DOMException.prototype) === Error.prototype, Error.isError?.(e) ?? true,
      e instanceof DOMException, e instanceof Error, String(e), Object.prototype.toString.call(e), typeof e.stack, e.code, DOMException.ABORT_ERR, e.ABORT_ERR]
  `, [0, true, true, true, true, true, "AbortError: m", "[object DOMException]", "string", 20, 20, 20]);
  check("[new DOMException(), new DOMException(undefined, undefined), new DOMException(null, null), new DOMException(5, 'X')].map(({ name, message, code }) => [name, message, code])",
    [["Error", "", 0], ["Error", "", 0], ["null", "null", 0], ["X", "5", 0]]);
  check("class Mine extends DOMException { get name() { return 'Mine'; } } const e = new Mine('m', 'SyntaxError'); [e instanceof Mine, e.name, e.code, e.message, String(e)]",
    [true, "Mine", 12, "m", "Mine: m"]);
  const runtime = new Runtime();
  assert.throws(() => runtime.run("new DOMException({ toString() { throw new RangeError('mine'); } })"), { name: "RangeError" });
  assert.throws(() => runtime.run("DOMException.prototype.name"), { name: "TypeError" });
  assert.throws(() => runtime.run("'use strict'; new DOMException('m').name = 'x'"), { name: "TypeError" });
  runtime.run("console.log(new DOMException('m', 'AbortError'))");
  assert.match(runtime.lines[0], /^DOMException \[AbortError\]: m\n/);
});

test("isTrusted is an own property of each event, cannot be forged, and is true for the runtime's events only", () => {
  check(`
    const a = new Event("x"), b = new Event("x"), own = Object.getOwnPropertyDescriptor(a, "isTrusted");
    let trusted;
    const controller = new AbortController();
    controller.signal.onabort = (event) => { trusted = event; };
    controller.abort();
    const before = trusted.isTrusted;
    new EventTarget().dispatchEvent(trusted);
    ["isTrusted" in Event.prototype, own.get === Object.getOwnPropertyDescriptor(b, "isTrusted").get, own.get.name, own.set === undefined, own.enumerable, own.configurable,
      a.isTrusted, before, trusted.isTrusted, (() => { try { own.get.call({}); } catch (error) { return error.name; } })()]
  `, [false, true, "get isTrusted", true, true, false, false, true, false, "TypeError"]);
});

test("initEvent initializes an event again, but not while it is dispatched", () => {
  check(`
    const log = [], target = new EventTarget(), event = new CustomEvent("x", { cancelable: true, detail: 1 });
    target.addEventListener("x", (e) => { e.initEvent("z"); e.initCustomEvent("z", true, true, 9); e.preventDefault(); e.stopPropagation(); log.push(e.type, e.detail, e.cancelBubble, e.returnValue); });
    target.dispatchEvent(event);
    log.push(event.defaultPrevented, event.target === target, event.cancelBubble);
    event.initEvent("y", true); log.push(event.type, event.bubbles, event.cancelable, event.defaultPrevented, event.target, event.returnValue);
    event.initCustomEvent("w"); log.push(event.type, event.detail);
    event.initCustomEvent("w", false, true, 5); log.push(event.detail, event.cancelable);
    event.returnValue = true; log.push(event.returnValue); event.returnValue = 0; log.push(event.returnValue, event.defaultPrevented);
    event.cancelBubble = false; log.push(event.cancelBubble); event.cancelBubble = 1; event.cancelBubble = false; log.push(event.cancelBubble);
    log
  `, ["x", 1, true, false, true, true, false, "y", true, false, false, null, true, "w", null, 5, true, true, false, true, false, true]);
  const runtime = new Runtime();
  for (const code of ["new Event('x').initEvent()", "new CustomEvent('x').initCustomEvent()", "CustomEvent.prototype.initCustomEvent.call(new Event('x'), 'y')"]) {
    assert.throws(() => runtime.run(code), { name: "TypeError" }, code);
  }
});

test("members of options are read in the order of their names, those of the parent first", () => {
  check(`
    const log = [], noting = new Proxy({}, { get(_, key) { log.push(key); return key === "promise" ? log : undefined; } });
    new ErrorEvent("x", noting); new CustomEvent("x", noting); new PromiseRejectionEvent("x", noting); new EventTarget().addEventListener("x", null, noting); log.join()
  `, "bubbles,cancelable,composed,colno,error,filename,lineno,message,bubbles,cancelable,composed,detail,bubbles,cancelable,composed,promise,reason,capture,once,passive,signal");
});

test("performance is an event target and an instance of its class", () => {
  check(`
    let received = 0;
    performance.addEventListener("x", function (event) { received += this === performance && event.currentTarget === performance ? 1 : 10; });
    performance.dispatchEvent(new Event("x"));
    [performance instanceof Performance, performance instanceof EventTarget, Object.getPrototypeOf(Performance) === EventTarget, received, JSON.stringify(performance), String(performance),
      (() => { try { new Performance(); } catch (error) { return error.name; } })()]
  `, [true, true, true, 1, '{"timeOrigin":1000}', "[object Performance]", "TypeError"]);
});

test("a handler property stores any object, and calls functions", () => {
  check(`
    const { signal } = globalThis.controller = new AbortController(), log = [], object = {};
    signal.onabort = object; log.push(signal.onabort === object); signal.onabort = 5; log.push(signal.onabort); signal.onabort = () => log.push("called"); controller.abort(); log
  `, [true, null, "called"]);
  check(`
    const log = [];
    onerror = (...given) => { log.push(given.length); return true; };
    dispatchEvent(new Event("error")); reportError(1); log
  `, [1, 5]);
});

test("a symbol is not converted to text", () => {
  const runtime = new Runtime();
  for (const code of ["new Event(S)", "new CustomEvent('x').initEvent(S)", "new ErrorEvent('x', { message: S })", "new EventTarget().addEventListener(S, null)", "removeEventListener(S, null)", "new DOMException(S)",
    "new DOMException('', S)", "atob(S)", "btoa(S)", "new TextEncoder().encode(S)", "new TextEncoder().encodeInto(S, new Uint8Array(1))", "new TextDecoder(S)", "new URL(S)", "URL.parse('a:', S)", "new URLSearchParams(S)",
    "new URLSearchParams().append(S, 1)", "console.count(S)"]) {
    assert.throws(() => runtime.run(`{ const S = Symbol("s"); ${code}; }`), { name: "TypeError" }, code);
  }
});
