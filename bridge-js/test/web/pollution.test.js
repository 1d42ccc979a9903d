// A page attacks the built-ins before the globals are first used, as in test/client/tampering.test.js for the client: each global
// has the same results as elsewhere, and runs nothing that the page has defined.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { indices, intrinsics, members, namesIn, onEverything, onIntrinsics, onNames } from "../support/attacks.js";
import { parts, Runtime } from "../support/runtime.js";

/**
 * A program for each part of the globals, as functions that return a text. They are made before the attack and use only
 * syntax themselves, with dictionaries that inherit nothing.
 */
const scenarios = {
  timers: `(log) => {
    const one = (a, b) => { log("one " + a + b); };
    setTimeout(one, 2, "a", "b");
    setTimeout(() => { log("two"); queueMicrotask(() => { log("micro"); }); }, 1);
    const gone = setTimeout(() => { log("gone"); }, 1);
    clearTimeout(gone);
    let runs = 0;
    const interval = setInterval(() => { log("interval"); if (++runs === 2) clearInterval(interval); }, 2);
  }`,
  console: `(log) => {
    console.log(); console.log("plain", "text"); console.log("%s is %d, %o %c", "a", 1, keep.list, "x"); console.log(keep.data, keep.map, keep.set, keep.bytes, keep.view);
    console.table(keep.list); console.table(keep.data); console.group("g"); console.groupEnd(); console.count(); console.count("x"); console.countReset();
    console.time(); console.timeEnd(); console.assert(false); console.assert(false, "no", 1); console.dir(keep.data, keep.options); console.warn(keep.error.name);
    console.table(keep.rows, keep.columns);
  }`,
  events: `(log) => {
    const target = new EventTarget(), options = { __proto__: null, once: true, capture: false, passive: false };
    const listener = (event) => { event.preventDefault(); log(event.type + event.detail + event.isTrusted + event.eventPhase + (event.target === target)); };
    target.addEventListener("x", listener, options);
    target.addEventListener("x", keep.object);
    const event = new CustomEvent("x", { __proto__: null, cancelable: true, bubbles: false, composed: false, detail: 5 });
    log("" + target.dispatchEvent(event) + event.defaultPrevented + event.composedPath().length);
    target.dispatchEvent(event); target.removeEventListener("x", keep.object);
    target.dispatchEvent(event); event.initEvent("y", true, true); log(event.type);
  }`,
  abort: `(log) => {
    const controller = new AbortController(), any = AbortSignal.any([controller.signal]);
    any.onabort = () => { log("onabort"); };
    any.addEventListener("abort", (event) => { log("abort " + event.isTrusted); });
    controller.abort(); log(any.aborted + any.reason.name + any.reason.code + any.reason.message);
    try { any.throwIfAborted(); } catch (error) { log("thrown " + error.name); }
    log("" + AbortSignal.abort(1).reason); AbortSignal.timeout(5).onabort = () => { log("timeout"); };
  }`,
  clone: `(log) => {
    const copy = structuredClone(keep.data);
    log(copy.a + copy.nested.b[1] + copy.nested.b.length);
    const map = structuredClone(keep.map), set = structuredClone(keep.set), error = structuredClone(keep.error), date = structuredClone(keep.date);
    log(keep.mapSize(map) + "" + keep.setSize(set) + error.message + (error instanceof TypeError) + keep.time(date) + keep.source(structuredClone(keep.expression)));
    const bytes = structuredClone(keep.bytes);
    log(bytes[0] + "" + bytes[2]);
    const transfer = structuredClone(keep.moving, { __proto__: null, transfer: keep.buffers });
    log("" + (keep.buffer(transfer.view) === transfer.buffer) + transfer.view[0]);
    try { structuredClone(keep.unsendable); } catch (error) { log(error.name + error.code); }
  }`,
  text: `(log) => {
    const bytes = new TextEncoder().encode("h\\u00e9\\ud83d\\ude00");
    log(bytes.length + new TextDecoder().decode(bytes) + new TextDecoder("utf-16le", { __proto__: null, fatal: true, ignoreBOM: true }).decode(keep.wide));
    const into = new TextEncoder().encodeInto("abc", keep.bytes);
    log(into.read + "" + into.written + btoa("xyz") + atob("eHl6") + atob("eHk=") + atob(""));
    const decoder = new TextDecoder(); log(decoder.decode(bytes, { __proto__: null, stream: true }) + decoder.encoding);
  }`,
  addresses: `(log) => {
    const url = new URL("../\\u00e9?a=\\u00e9&b=%41&a=2#x", "http://u:p@B\\u00fccher.example:81/a/b/c");
    url.port = "82"; url.searchParams.append("c", "d e"); url.searchParams.delete("b"); url.hash = "";
    log(url.href + url.origin + new URL("http://[1::2]:80/").host + new URL("http://0x7f.1/").host + new URL("file:///C|/x/../y").href);
    const all = url.searchParams.getAll("a"); log(all.length + all[0] + all[1]);
    const params = new URLSearchParams(keep.pairs); params.sort(); params.set("z", "1"); params.set("b", "9"); log(params.toString() + params.size + params.get("a") + params.has("q"));
    const other = new URLSearchParams({ __proto__: null, x: "1", y: "2" }); log(other.toString());
    params.forEach((value, name) => { log(name + value); });
    const entries = params.entries(); log(entries.next().value[0] + entries.next().done);
    log("" + URL.canParse("x") + URL.parse("a:b").href + new URL("http://xn--bcher-kva.example").host + new URL("http://\\u05e9\\u05dc\\u05d5\\u05dd.example").host);
  }`,
  streams: `(log) => {
    let left = 3;
    const numbers = new ReadableStream({ __proto__: null, pull(controller) { controller.enqueue(left--); if (left === 0) controller.close(); } });
    const twice = new TransformStream({ __proto__: null, transform(chunk, controller) { controller.enqueue(chunk * 2); }, flush(controller) { controller.enqueue("end"); } });
    const branches = numbers.pipeThrough(twice).tee(), a = branches[0], b = branches[1];
    a.pipeTo(new WritableStream({ __proto__: null, write(chunk) { log("a" + chunk); }, close() { log("a closed"); } }, { __proto__: null, highWaterMark: 2, size: () => 1 }));
    b.pipeThrough(new TextEncoderStream()).pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ __proto__: null, write(chunk) { log("b" + chunk); } }));
    const bytes = new ReadableStream({ __proto__: null, type: "bytes", autoAllocateChunkSize: 8, pull(controller) { controller.byobRequest.view[0] = 7; controller.byobRequest.respond(1); controller.close(); } });
    const halves = bytes.tee(), c = halves[0], d = halves[1];
    c.pipeTo(new WritableStream({ __proto__: null, write(chunk) { log("c" + chunk[0] + chunk[1]); } }));
    d.pipeTo(new WritableStream({ __proto__: null, write(chunk) { log("d" + chunk[0] + chunk[1]); } }));
    const sunk = (writable) => ({ __proto__: null, readable: numbers, writable });
    new ReadableStream({ __proto__: null, start(controller) { controller.error("wrong"); } }).pipeThrough(sunk(new WritableStream({ __proto__: null, abort(reason) { log("abort " + reason); } })));
    const controller = new AbortController(), sink = new WritableStream({ __proto__: null, abort(reason) { log("signal " + reason); } });
    new ReadableStream({ __proto__: null, cancel(reason) { log("cancel " + reason); } }).pipeThrough(sunk(sink), { __proto__: null, signal: controller.signal });
    controller.abort("why");
    new ReadableStream().getReader().releaseLock(); new WritableStream().getWriter().releaseLock();
    log("" + new CountQueuingStrategy({ __proto__: null, highWaterMark: 4 }).highWaterMark);
  }`,
  files: `(log) => {
    const plain = { __proto__: null, type: "Text/Plain", endings: "native" };
    const blob = new Blob(["a\\r\\nb", keep.bytes, keep.view, new Blob(["c"], plain)], plain), file = new File([blob], "name", { __proto__: null, lastModified: 7, type: "x/y" });
    log(blob.size + blob.type + file.name + file.lastModified + file.type + file.slice(1, -1, "q").size + (file instanceof Blob));
    const shown = (promise, show) => { new ReadableStream({ __proto__: null, pull(c) { c.enqueue(1); c.close(); } }).pipeTo(new WritableStream({ __proto__: null, write: () => promise, close() { log(show); } })); };
    shown(blob.text(), "text"); shown(file.arrayBuffer(), "buffer");
    blob.stream().pipeTo(new WritableStream({ __proto__: null, write(chunk) { log("chunk" + chunk[0] + chunk[3]); } }));
    const form = new FormData(); form.append("n", "v"); form.append("f", file); form.set("n", "w"); form.delete("z");
    log(form.get("n") + form.has("f") + form.getAll("f").length); form.forEach((value, name) => { log(name); });
    const copy = structuredClone(file); log(copy.name + copy.size);
  }`,
  messages: `(log) => {
    const headers = new Headers(keep.pairs); headers.append("A", "3"); headers.set("c", " 4 "); headers.delete("b"); headers.append("set-cookie", "x");
    log(headers.get("a") + headers.get("c") + headers.has("b") + headers.getSetCookie().length); headers.forEach((value, name) => { log(name + value); });
    const done = (name, promise) => { new ReadableStream({ __proto__: null, pull(c) { c.enqueue(1); c.close(); } }).pipeTo(new WritableStream({ __proto__: null, write: () => promise, close() { log(name); } })); };
    const form = new FormData(); form.append("k", new Blob(["x"])); form.append("l", "m");
    const posted = new Request("http://h/p", { __proto__: null, method: "post", body: form, headers: { __proto__: null, q: "1" }, signal: AbortSignal.abort("why") });
    log(posted.method + posted.url + posted.headers.get("q") + posted.signal.aborted + posted.bodyUsed); done("form", posted.clone().formData()); done("text", posted.text());
    const answer = new Response("{}", { __proto__: null, status: 201, statusText: "ok", headers: headers }); log(answer.status + answer.statusText + answer.ok + answer.headers.get("content-type"));
    const twin = answer.clone(); done("json", answer.json()); done("bytes", twin.bytes()); done("params", new Response(new URLSearchParams("a=1&b=2")).formData());
    const stream = new Response(new ReadableStream({ __proto__: null, pull(c) { c.enqueue(keep.bytes); c.close(); } })); const other = stream.clone(); done("blob", stream.blob()); done("other", other.text());
    log(Response.json({ __proto__: null, a: 1 }).status + Response.redirect("http://x/", 301).headers.get("location") + Response.error().type);
  }`,
  channels: `(log) => {
    const channel = new MessageChannel(), other = new MessageChannel();
    channel.port2.onmessage = (event) => { log("got" + event.data.a + event.ports.length); };
    channel.port1.postMessage({ a: 1 }); channel.port1.postMessage({ __proto__: null, a: 2, port: other.port1 }, keep.ports(other.port1));
    other.port2.addEventListener("message", (event) => { log(event.data); }); other.port2.start(); other.port1.postMessage("never");
    log(new MessageEvent("x", { __proto__: null, data: 5 }).data + channel.port1.constructor.name);
  }`,
  timeline: `(log) => {
    const observer = new PerformanceObserver((list) => { log("observed" + list.getEntries().length); observer.disconnect(); });
    observer.observe({ __proto__: null, entryTypes: keep.types });
    const mark = performance.mark("a", { __proto__: null, startTime: 5, detail: keep.data }); log(mark.detail.a + mark.name + mark.startTime);
    log(performance.measure("b", { __proto__: null, start: "a", duration: 3 }).duration + performance.getEntries().length + performance.getEntriesByName("b")[0].startTime);
    performance.clearMarks("a"); log("" + performance.getEntriesByType("mark").length); performance.clearMeasures();
  }`,
  others: `(log) => {
    log("" + performance.now() + performance.timeOrigin + performance.toJSON().timeOrigin + navigator.userAgent + crypto.randomUUID().length);
    log("" + (crypto.getRandomValues(keep.bytes) === keep.bytes));
    const exception = new DOMException("m", "AbortError"); log(exception.name + exception.message + exception.code + (exception instanceof DOMException));
    addEventListener("error", (event) => { log(event.message + (event.error === keep.error) + event.lineno); event.preventDefault(); });
    reportError(keep.error); reportError(keep.error);
  }`,
};

/** The objects that the program makes before it attacks. */
const KEEP = `({
  list: [1, 2, 3, 4, 5, 6, 7, 8], data: { a: 1, nested: { b: ["x", "y"], c: { d: { e: 1 } } } }, map: new Map([["k", { v: 1 }]]), set: new Set([1, "b"]),
  bytes: new Uint8Array([7, 8, 9]), view: new DataView(new ArrayBuffer(2)), wide: new Uint8Array([104, 0, 105, 0]), options: { __proto__: null, depth: 0, colors: false },
  error: Object.assign(new TypeError("kept"), { name: "TypeError", stack: "f@a.js:1:2", line: 1, column: 2, sourceURL: "a.js" }), date: new Date(5), expression: /x/g, rows: [{ p: 1 }, { p: 2, q: 3 }], columns: ["q", "p"],
  types: ["mark", "measure"], ports: (port) => [port], object: { handleEvent() { log("handled"); } }, unsendable: { f() {} }, pairs: [["b", "1"], ["a", "2"]],
  ...(() => { const buffer = new ArrayBuffer(4); return { moving: { buffer, view: new Uint8Array(buffer) }, buffers: [buffer] }; })(),
  mapSize: Function.prototype.call.bind(Object.getOwnPropertyDescriptor(Map.prototype, "size").get), setSize: Function.prototype.call.bind(Object.getOwnPropertyDescriptor(Set.prototype, "size").get),
  buffer: Function.prototype.call.bind(Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "buffer").get),
  time: Function.prototype.call.bind(Date.prototype.getTime), source: Function.prototype.call.bind(Object.getOwnPropertyDescriptor(RegExp.prototype, "source").get),
})`;

/**
 * Runs the scenarios after an attack. Each uses parts of the globals that were not used before.
 *
 * @param {(runtime: Runtime, note: (what: string) => void) => void} attack
 * @returns {Promise<{ log: string[], received: string[] }>} the logged and printed text, and the uses of the definitions
 */
async function run(attack) {
  const runtime = new Runtime();
  const log = [];
  const received = [];
  runtime.context.log = (text) => void log.push(text);
  runtime.run(`Object.defineProperty(globalThis, "keep", { value: ${KEEP}, writable: false, configurable: false });`);
  const programs = Object.entries(scenarios).map(([name, code]) => [name, runtime.run(code)]);
  attack(runtime, (what) => void received.push(what));
  for (const [name, program] of programs) {
    try {
      program((text) => void log.push(`${name}: ${text}`));
    } catch (error) {
      log.push(`${name} threw: ${error && error.stack}`);
    }
  }
  await runtime.advance(10);
  for (const [error] of runtime.reported) log.push(`reported: ${error && error.stack}`);
  return { log: [...log, ...runtime.lines], received };
}

const { log: untouched } = await run(() => {});

test("a realm without changes has the expected outcome", () => {
  const logOf = (name) => untouched.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
  assert.deepEqual(logOf("timers"), ["two", "micro", "one ab", "interval", "interval"]);
  assert.deepEqual(logOf("clone"), ["1y2", "12kepttrue5x", "79", "true0", "DataCloneError25"]);
  assert.deepEqual(untouched.filter((line) => /^(?:\w+ threw|reported):/.test(line)), []);
});

/** The differences that an attack makes. */
async function differences(attack) {
  const { log, received } = await run(attack);
  const at = Math.max(log.length, untouched.length);
  const failed = received.length > 0 ? [`received ${received}`] : [];
  for (let i = 0; i < at && failed.length === 0; i++) if (log[i] !== untouched[i]) failed.push(`${log[i]} instead of ${untouched[i]}`);
  return failed;
}

/** With CAUSEWAY_EXHAUSTIVE=1 every attack on every intrinsic. */
const isExhaustive = process.env.CAUSEWAY_EXHAUSTIVE === "1";
const ownGlobals = Object.getOwnPropertyNames(new Runtime().context).filter((name) => !(name in globalThis) || vm.runInNewContext(`typeof ${name}`) === "undefined");
/** A page may replace the globals themselves. */
const INTRINSICS = intrinsics(["keep", "log", "globalThis", "console", ...ownGlobals]);
/** The names that the engine reads from a promise, and from an error that is reported, in any case; the last one Node's only. */
const ASKED_OF_ALL = ["then", "name", "message", "stack", "prepareStackTrace"];
/** With these, Node ends the process when a property of a global object is read. The engine's test has them. */
const FATAL_IN_NODE = ["get", "set", "value", "writable", "enumerable", "configurable"];

for (const [kind, [what, code]] of Object.entries(onIntrinsics).entries()) {
  test(`the globals have the same outcome with intrinsics replaced by ${what}`, async () => {
    const total = new Runtime().run(INTRINSICS).length;
    const failed = [];
    for (let index = 0; index < total; index++) {
      if (!isExhaustive && index % 6 !== kind) continue;
      let path;
      const found = await differences((runtime) => {
        const [owner, key, name] = runtime.run(INTRINSICS)[index];
        path = name;
        runtime.run(code)(owner, key);
      });
      for (const text of found) failed.push(`${path}: ${text}`);
    }
    assert.ok(total > 700, `${total} intrinsics found`);
    assert.deepEqual(failed, []);
  });
}

for (const [kind, [what, code]] of Object.entries(onNames).entries()) {
  test(`names defined as ${what} on the prototypes have no effect and are never called`, async () => {
    const all = [...namesIn(parts)].filter((name) => !members.includes(name));
    const some = isExhaustive || kind === 1 ? all : all.filter((_, at) => at % 8 === kind);
    const probe = new Runtime();
    const failed = [];
    for (const holder of ["Object.prototype", "Array.prototype"]) {
      for (const name of [...indices, ...(holder === "Object.prototype" ? [...members, ...some] : [])]) {
        if (ASKED_OF_ALL.includes(name) || FATAL_IN_NODE.includes(name) || probe.run(`${JSON.stringify(name)} in ${holder}`)) continue;
        const found = await differences((runtime, note) => runtime.run(code)(runtime.run(holder), name, note));
        for (const text of found) failed.push(`${holder}.${name}: ${text}`);
      }
    }
    assert.ok(all.length > 500, `${all.length} names found`);
    assert.deepEqual(failed, []);
  });
}

for (const [what, code] of Object.entries(onEverything)) {
  test(`the globals have the same outcome with ${what}`, async () => {
    assert.deepEqual(await differences((runtime) => runtime.run(code)), []);
  });
}

test("signals abort and errors are reported after a page gave the classes of the globals other parents", async () => {
  const runtime = new Runtime();
  runtime.run(`
    for (const type of [AbortSignal, ErrorEvent, PromiseRejectionEvent, CustomEvent, Performance, DOMException]) Object.setPrototypeOf(type, null);
    const { signal } = globalThis.controller = new AbortController();
    signal.onabort = () => { globalThis.received = signal.reason.name; };
    controller.abort();
    setTimeout(() => { throw "thrown"; });
  `);
  const { signal, abort } = runtime.api.platform.newSignal();
  abort("why");
  runtime.api.rejected("rejected", {});
  await runtime.advance(5);
  assert.deepEqual([runtime.run("received"), signal.reason, signal.aborted], ["AbortError", "why", true]);
  assert.deepEqual(runtime.reported, [["rejected", "unhandledrejection"], ["thrown", "uncaught"]]);
});
