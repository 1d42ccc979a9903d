// The embedded client in a realm that has the language only: no timers, no AbortSignal, no console.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { load } from "../support/embedded.js";

const makeRealm = (options) => {
  const context = vm.createContext({});
  const log = { calls: [], posts: [], names: [], wakes: [] };
  const native = {
    intern: (name) => log.names.push(name) - 1,
    call: (...given) => void log.calls.push(given),
    post: (...given) => void log.posts.push(given),
    wake: (...given) => void log.wakes.push(given),
  };
  const { connect, evaluated } = load(context);
  const client = connect(native, options);
  const receive = (...messages) => client.receive(...messages);
  return { ...log, evaluated, receive, rest: client.rest, run: (code) => vm.runInContext(code, context) };
};

test("native functions are called with as few arguments as needed, and with numbers for names", () => {
  const { calls, posts, names, run } = makeRealm();
  run(`bridge.call("a"); bridge.call("a", 5); bridge.call("b", {}); bridge.call("a", undefined, { timeout: 9 });
    bridge.call("a", new Uint8Array(1)); bridge.stream("s").next(); bridge.call("x".repeat(257));
    bridge.call("a", 5, { metadata: { traceparent: "00-1-2-01" } })`);
  assert.deepEqual(names, ["a", "b", "s"]);
  assert.deepEqual(calls.map((call) => call.length), [3, 4, 4, 6, 5, 7, 3, 8]);
  assert.deepEqual(calls[2], [3, 1, 1, "{}"]);
  assert.deepEqual(calls[3], [4, 0, 0, undefined, undefined, 9]);
  assert.equal(calls[6][1].length, 257);
  assert.deepEqual([...calls[7][7]], ["traceparent", "00-1-2-01"]);
  assert.deepEqual(posts, []);
});

test("the client is evaluated when its bridge is first used", () => {
  const { calls, evaluated, run } = makeRealm();
  assert.equal(run("typeof bridge.call + bridge.version"), "function0.1.0");
  assert.deepEqual(evaluated, [0]);
  run("bridge.call('a')");
  assert.ok(evaluated.length > 1);
  run("bridge.call('a'); bridge.on('b', () => {}); bridge.stream('s'); new bridge.BridgeError('CODE', 'message')");
  assert.equal(calls.length, 3);
  run("webkit.messageHandlers.wifi.postMessage({})");
  assert.deepEqual(evaluated, [...new Set(evaluated)]);
});

test("a plain call, its answer and the close of its bridge evaluate one more part", () => {
  const { evaluated, receive, run } = makeRealm();
  run("bridge.call('a', 5); bridge.call('a', 'x')");
  receive(0, 1, 7, 1, 2, ["[1,2]"]);
  receive(0, 1, 8);
  receive(13, 0, ["UNAVAILABLE", "closed"]);
  assert.equal(run("bridge.inspect().late"), 1);
  assert.equal(evaluated.length, 2);
});

test("native code learns whether somebody waits for an item of a stream, and is told when somebody does again", () => {
  const { receive, rest, run, wakes } = makeRealm();
  assert.equal(rest(), false);
  run("var one = bridge.stream('s'), two = bridge.stream('t'); one.next()");
  assert.equal(rest(), true);
  receive(5, 1, 7);
  assert.equal(rest(), false);
  assert.equal(wakes.length, 0);
  run("two.next().catch(() => {})");
  assert.equal(wakes.length, 1);
  assert.equal(rest(), true);
  run("one.next().catch(() => {}); one.next().catch(() => {})");
  assert.equal(wakes.length, 1);
  receive(13, 0, ["UNAVAILABLE", "closed"]);
  assert.equal(rest(), false);
});

test("no more than 4096 names become numbers", () => {
  const { calls, names, run } = makeRealm();
  run(`for (let at = 0; at < 5000; at += 1) bridge.call("m" + at)`);
  assert.equal(names.length, 4096);
  assert.equal(calls.at(-1)[1], "m4999");
});

test("a handler's signal works without AbortSignal", () => {
  const { posts, receive, run } = makeRealm();
  run(`globalThis.received = [];
    bridge.handle("slow", (_, { signal }) => {
      const gone = () => received.push("gone");
      signal.addEventListener("abort", gone);
      signal.removeEventListener("abort", gone);
      signal.addEventListener("abort", ({ type }) => received.push(type, signal.aborted, signal.reason.code));
      signal.onabort = () => received.push("onabort");
      return new Promise(() => {});
    });`);
  receive(9, 1, ["slow", undefined, undefined, undefined], 11, 1, "DEADLINE_EXCEEDED", 11, 1, "CANCELLED");
  assert.equal(run("received.join()"), "onabort,abort,true,DEADLINE_EXCEEDED");
  assert.equal(posts.length, 1);
  assert.equal(JSON.parse(posts[0][3]).code, "DEADLINE_EXCEEDED");
});

test("the globals cannot be replaced, and do not lead to receive", () => {
  const { run } = makeRealm({ page: true });
  for (const name of ["bridge", "webkit", "window"]) {
    const { writable, configurable } = run(`Object.getOwnPropertyDescriptor(globalThis, "${name}")`);
    assert.deepEqual([writable, configurable], [false, false]);
    const isSame = run(`(() => { const before = ${name}; globalThis.${name} = 1; delete globalThis.${name}; return ${name} === before; })()`);
    assert.equal(isSame, true, name);
  }
  assert.equal(run("window === globalThis"), true);
  assert.equal(run(`"receive" in bridge`), false);
});
