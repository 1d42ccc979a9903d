import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime } from "../support/runtime.js";

const names = [
  "self", "globalThis", "navigator", "performance", "PerformanceEntry", "PerformanceMark", "PerformanceMeasure", "PerformanceObserver", "PerformanceObserverEntryList", "setTimeout", "setInterval", "clearTimeout", "clearInterval", "queueMicrotask", "Event",
  "CustomEvent", "ErrorEvent", "PromiseRejectionEvent", "EventTarget", "AbortController", "AbortSignal", "DOMException", "structuredClone",
  "TextEncoder", "TextDecoder", "URL", "URLSearchParams", "crypto", "Crypto", "atob", "btoa", "reportError", "addEventListener", "removeEventListener", "dispatchEvent", "console",
  "ReadableStream", "ReadableStreamDefaultReader", "ReadableStreamBYOBReader", "ReadableStreamDefaultController", "ReadableByteStreamController",
  "ReadableStreamBYOBRequest", "WritableStream", "WritableStreamDefaultWriter", "WritableStreamDefaultController", "TransformStream",
  "TransformStreamDefaultController", "ByteLengthQueuingStrategy", "CountQueuingStrategy", "TextEncoderStream", "TextDecoderStream",
  "Blob", "File", "FormData", "Headers", "Request", "Response", "MessageChannel", "MessagePort", "MessageEvent", "BroadcastChannel",
];

/** As Web IDL has it: attributes and operations of the global object are enumerable, interfaces and namespaces are not. */
const isShown = (name) => /^[a-z]/.test(name) && name !== "globalThis" && name !== "console";

test("a global is made when it is first used, and an accessor until then", () => {
  const runtime = new Runtime();
  assert.deepEqual(runtime.evaluated, [0]);
  for (const name of names.slice(2)) {
    const { get, set, ...attributes } = runtime.run(`Object.getOwnPropertyDescriptor(globalThis, "${name}")`);
    assert.equal(typeof get, "function", name);
    assert.equal(typeof set, "function", name);
    assert.deepEqual(attributes, { enumerable: isShown(name), configurable: true }, name);
  }
  assert.deepEqual(runtime.evaluated, [0]);
  assert.equal(runtime.run("setTimeout === setTimeout && typeof setTimeout"), "function");
  assert.ok(runtime.evaluated.length > 1);
});

test("no part of the script is evaluated twice", () => {
  const runtime = new Runtime();
  runtime.run(`${names.join(";")};console.log({});console.table([]);console.trace();new AbortController().abort();onerror`);
  runtime.api.describe(new Error());
  assert.deepEqual(runtime.evaluated, [...new Set(runtime.evaluated)]);
});

test("a global that was replaced before its first use keeps the replacement", () => {
  const runtime = new Runtime();
  runtime.run(`
    const make = Object.getOwnPropertyDescriptor(globalThis, "setInterval").get;
    globalThis.setInterval = 1;
    var queueMicrotask = 2;
    delete globalThis.atob;
    Object.defineProperty(globalThis, "btoa", { value: 3 });
    const heir = Object.create(globalThis);
    heir.structuredClone = 4;
    globalThis.made = make();
  `);
  assert.deepEqual([...runtime.run("[setInterval, queueMicrotask, typeof atob, btoa, heir.structuredClone]")], [1, 2, "undefined", 3, 4]);
  assert.deepEqual([...runtime.run("[made.name, typeof structuredClone]")], ["setInterval", "function"]);
});

test("every global that was used is writable and configurable, and enumerable as Web IDL says", () => {
  const runtime = new Runtime();
  runtime.run(names.join(";"));
  for (const name of names) {
    const { value, ...attributes } = runtime.run(`Object.getOwnPropertyDescriptor(globalThis, "${name}")`);
    assert.notEqual(value, undefined, name);
    assert.deepEqual(attributes, { writable: true, enumerable: isShown(name), configurable: true }, name);
  }
  const shown = runtime.run("Object.keys(globalThis)").filter((name) => !name.startsWith("on"));
  assert.deepEqual([...shown].sort(), names.filter(isShown).sort());
});

test("classes and functions keep their names through the bundler", () => {
  const runtime = new Runtime();
  for (const name of names) {
    const named = runtime.run(`typeof ${name} === "function" ? ${name}.name : "${name}"`);
    assert.equal(named, name);
  }
});

test("window exists for a page only", () => {
  assert.equal(new Runtime().run("typeof window"), "undefined");
  assert.equal(new Runtime({ page: true }).run("window === self && self === globalThis"), true);
});

test("performance returns the host's time", () => {
  const runtime = new Runtime();
  runtime.now = 12.5;
  assert.deepEqual([...runtime.run("[performance.now(), performance.timeOrigin, navigator.userAgent]")], [12.5, 1000, "Causeway"]);
});

test("a DOMException has its legacy code and is an Error", () => {
  const runtime = new Runtime();
  const parts = runtime.run(`
    const e = new DOMException("m", "DataCloneError");
    [e.name, e.message, e.code, e instanceof Error, DOMException.DATA_CLONE_ERR, new DOMException().code, new DOMException("m", { name: "X", cause: 1 }).cause, String(e)]
  `);
  assert.deepEqual([...parts], ["DataCloneError", "m", 25, true, 25, 0, 1, "DataCloneError: m"]);
});

test("the runtime's own objects have their tags", () => {
  const runtime = new Runtime();
  runtime.run("console.log(new AbortController(), AbortSignal.abort(1), new CustomEvent('x', { detail: 1 }), [[[new AbortController().signal]]], navigator)");
  assert.deepEqual(runtime.lines, [
    "AbortController { signal: AbortSignal { aborted: false } } AbortSignal { aborted: true } CustomEvent { type: 'x', detail: 1 } [ [ [ [AbortSignal] ] ] ] Navigator { userAgent: 'Causeway' }",
  ]);
});

test("a line is completed from globals and paths, without running getters", () => {
  const runtime = new Runtime();
  runtime.run(`
    globalThis.app = { wifi: { scan() {}, ssid() {}, "not-a-name": 1 }, get boom() { throw new Error("ran"); } };
    globalThis.hostile = new Proxy({}, { ownKeys() { throw new Error("refused"); } });
    globalThis.methods = new Proxy({}, { ownKeys: () => ["scan", "status"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) });
  `);
  const complete = (line) => {
    const [candidates, matched] = runtime.api.complete(line);
    return [[...candidates], matched];
  };
  assert.deepEqual(complete("console.grou")[0], ["console.group", "console.groupCollapsed", "console.groupEnd"]);
  assert.deepEqual(complete("setT"), [["setTimeout"], "setT"]);
  assert.deepEqual(complete("await app.wifi.s"), [["app.wifi.scan", "app.wifi.ssid"], "app.wifi.s"]);
  assert.deepEqual(complete("x = app?.wifi?.sc"), [["app?.wifi?.scan"], "app?.wifi?.sc"]);
  assert.deepEqual(complete("app.boom."), [[], "app.boom."]);
  assert.deepEqual(complete("methods.st"), [["methods.status"], "methods.st"]);
  assert.deepEqual(complete("hostile."), [[], "hostile."]);
  assert.deepEqual(complete("f().x"), [[], "x"]);
  assert.deepEqual(complete("nothing.at.all"), [[], "nothing.at.all"]);
  assert.deepEqual(complete(""), [[], ""]);
  assert.ok(complete("app.wifi.scan.name.len")[0].includes("app.wifi.scan.name.length"));
});
