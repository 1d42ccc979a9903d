// A runtime whose steps are counted, for tests that compare the work for an input with the work for eight times as much.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import vm from "node:vm";
import { counted, stepsOf } from "./steps.js";
import { Runtime, turn } from "./runtime.js";
import { expressionOf, makeBuiltIns } from "../../built-ins.mjs";
import { split } from "../../chunks.mjs";

/** Native sides that return messages to this context, and drop those to a worker. */
const nothing = () => {};
let receive = nothing;
let ends = 0;
const extensions = {
  broadcasts: () => ({
    connect: (given) => (receive = given), read: nothing, join: () => true, leave: nothing, isFull: (name) => (name === '"far"' ? false : undefined),
    post: (name, text, size, buffers) => queueMicrotask(() => receive(name, text, buffers, size)),
  }),
  workers: () => ({
    connect: nothing, open: () => (ends += 2), isFull: () => false, post: nothing, putBack: nothing, start: nothing, stop: nothing, close: nothing,
    spawn: () => 1, terminate: nothing,
  }),
};
const codePoints = Uint32Array.from({ length: 24000 }, (_, i) => 0x4e00 + (i % 20000)).buffer;
const runtime = new Runtime({ watch: counted, decodingTable: () => codePoints, extensions });
const { context } = runtime;

/** The client of the bridge over JSON-RPC, in the same context. */
const folder = fileURLToPath(new URL("../..", import.meta.url));
const client = split(`${folder}client/json-rpc.js`, folder, "connectJsonRpc");
const evaluate = (number) => new vm.Script(client.parts[number], { filename: "causeway:bridge" }).runInContext(context);
context.connect = evaluate(0)(evaluate, counted(vm.runInContext(expressionOf(makeBuiltIns(client.builtIns)), context)));

/** The modules of Node. */
const modules = runtime.api.modules({
  meta: () => ["file:///main.js", "/main.js", "/", true], namespace: (number) => [["default", number, "default"]], referrer: () => -1,
  process: () => ({ cwd: "/", version: "1", arch: "x64", main: null, env: {} }), exit: () => {}, onEvent: () => {},
});
let loaded = 0;
context.load = (name) => {
  modules.builtIn(++loaded, name, [], null);
  return modules.namespace(loaded).default;
};
context.inspect = runtime.api.inspect;
context.describe = runtime.api.describe;
context.complete = runtime.api.complete;

/** The globals that the families use. Their functions are evaluated in the context, and see its globals only. */
function prepare() {
  const { from } = Array;
  globalThis.list = (n, make) => from({ length: n }, (_, i) => make(i));
  globalThis.object = (n, make) => Object.fromEntries(list(n, (i) => [`k${i}`, make(i)]));
  globalThis.nest = (n, make, value) => {
    for (let i = 0; i < n; i++) value = make(value);
    return value;
  };
  globalThis.attempt = (steps) => {
    try {
      return steps();
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError || error instanceof DOMException || error.code === "ERR_INVALID_URL")) throw error;
    }
  };
  globalThis.readForm = (boundary, body) => new Response(body, { headers: { "content-type": `multipart/form-data; boundary=${boundary}` } }).formData().catch(() => {});
  globalThis.mediaType = async (type) => (await new Response("", { headers: { "content-type": type } }).blob()).type;
  globalThis.download = (url, options) => fetch(url, options).then((response) => response.text()).catch(() => {});
  globalThis.disposition = 'content-disposition: form-data; name="a"';
  globalThis.decode = (label, bytes, n, step) => {
    const all = new Uint8Array(list(n * bytes.length, (i) => bytes[i % bytes.length]));
    const decoder = new TextDecoder(label);
    for (let at = 0; at < all.length; at += step) decoder.decode(all.subarray(at, at + step), { stream: true });
    return decoder.decode();
  };
  // Events from a server, and an event that ends them.
  globalThis.receiveEvents = async (text, step = Infinity) => {
    const bytes = new TextEncoder().encode(`${text}\nevent: end\ndata: x\n\n`);
    const parts = [{ status: 200, statusText: "", headers: [["content-type", "text/event-stream"]], url: "http://h/", redirected: false }];
    for (let at = 0; at < bytes.length; at += step) parts.push(bytes.slice(at, at + step));
    let next = 0;
    bridge.stream = () => ({ next: async () => (next < parts.length ? { done: false, value: parts[next++] } : new Promise(() => {})), return: async () => ({}) });
    const source = new EventSource("http://h/");
    await new Promise((resolve) => source.addEventListener("end", resolve));
    source.close();
  };
  globalThis.stackError = (stack, cause) => Object.assign(new Error("m", { cause }), { stack });
  globalThis.chunks = (n, make, type) => new ReadableStream({ type, start: (controller) => {
    for (let i = 0; i < n; i++) controller.enqueue(make(i));
    controller.close();
  } });
  globalThis.readAll = async (stream) => {
    for await (const chunk of stream) void chunk;
  };
  globalThis.sendFar = async (value) => {
    const channel = new BroadcastChannel("far");
    await new Promise((resolve) => {
      far.onmessage = resolve;
      channel.postMessage(value);
    });
    channel.close();
  };
  globalThis.far = new BroadcastChannel("far");
  globalThis.joined = (options) => {
    const near = connect({ send: (text) => queueMicrotask(() => other.deliver(text)) }, options);
    const other = connect({ send: (text) => queueMicrotask(() => near.deliver(text)) }, options);
    const handlers = { echo: (value) => value, never: () => new Promise(() => {}), fails: () => { throw new Error("m"); }, "$/subscribe": () => {}, "$/unsubscribe": () => {} };
    for (const name in handlers) other.bridge.handle(name, handlers[name]);
    other.bridge.handle("items", async function* (n) {
      for (let i = 0; i < n; i++) yield i;
    });
    return near;
  };
  globalThis.remote = joined().bridge;
  globalThis.deliver = (text) => {
    const near = connect({ send: () => {} });
    const answer = near.bridge.call("a").catch(() => {});
    near.deliver(text);
    near.close();
    return answer;
  };
}
context.bridge = runtime.run("({})");
runtime.api.platform.useBridge(context.bridge, ["http.fetch"]);
runtime.run(`(${prepare})()`);

/** Runs a function of the context, with the timers that it sets. */
async function finish(run, n) {
  const result = run(n);
  if (typeof result?.then !== "function") return;
  let isOver = false;
  const over = () => (isOver = true);
  result.then(over, over);
  for (let i = 0; i < 1e5 && !isOver; i++) {
    await turn();
    await runtime.advance(1);
  }
  assert.ok(isOver, "it does not end");
  await result;
}

/** @param {[symptom: string, n: number, run: ((n: number) => unknown) | string][]} families `n` is the size of the smaller input */
export function measure(families) {
  for (const [symptom, n, run] of families) {
    test(`${symptom}: eight times as much takes at most ten times the work`, async () => {
      const inContext = runtime.run(`(${run})`);
      // The first run also makes what is made only once.
      await finish(inContext, 2);
      const less = await stepsOf(() => finish(inContext, n));
      const more = await stepsOf(() => finish(inContext, 8 * n));
      assert.ok(less >= 1000, `only ${less} steps are too few to compare`);
      assert.ok(more <= 10 * less, `${more} steps, and ${less} for an eighth of the input`);
    });
  }
}
