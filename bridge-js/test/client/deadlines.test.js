// The deadlines that the client keeps itself, and the one timer for all of them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { createBridge } from "../../index.js";
import * as kinds from "../../client/kinds.js";

/** A fresh copy of the client with timers and a clock of the test: the client reads them when it loads. */
const backstopped = async (options = { backstop: true }) => {
  const time = { now: 0, timer: undefined, set: 0 };
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout, performance: globalThis.performance };
  const fake = {
    setTimeout: (run, delay) => {
      assert.equal(time.timer, undefined, "one timer at a time");
      time.timer = { run, at: time.now + delay, ref: () => {}, unref: () => {} };
      time.set += 1;
      return time.timer;
    },
    clearTimeout: (timer) => { if (time.timer === timer) time.timer = undefined; },
    performance: { now: () => time.now },
  };
  const define = (values) => {
    for (const [name, value] of Object.entries(values)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  };
  const child = execFileSync("esbuild", [fileURLToPath(new URL("../../index.js", import.meta.url)), "--bundle", "--format=esm", "--target=es2022"]);
  define(fake);
  const fresh = await import(`data:text/javascript;base64,${Buffer.from(`${child}// ${copies++}`).toString("base64")}`);
  define(real);
  let receive;
  const posts = [];
  const bridge = fresh.createBridge(
    { open: (given) => { receive = given; }, call: () => undefined, post: (...message) => void posts.push(message) },
    options,
  );
  /** Fires the timer at its time; the engine may be a little early. */
  const ring = (early = 0) => {
    const { run, at } = time.timer;
    time.now = at - early;
    time.timer = undefined;
    run();
  };
  return { bridge, time, posts, ring, receive: (...message) => receive(...message) };
};
let copies = 0;

test("a call without an answer ends at its deadline, and is cancelled on the other side", async () => {
  const { bridge, time, posts, ring, receive } = await backstopped();
  const calls = [bridge.call("a", 1, { timeout: 5000 }), bridge.call("b"), bridge.call("c", 1, { timeout: Infinity })];
  assert.equal(time.timer.at, 5000);
  receive(kinds.RESULT, 2, "b");
  assert.equal(await calls[1], "b");
  ring();
  await assert.rejects(calls[0], {
    code: "DEADLINE_EXCEEDED", name: "TimeoutError", message: "a exceeded its deadline.", method: "a",
  });
  receive(kinds.RESULT, 1, "late");
  assert.equal(bridge.inspect().late, 1);
  assert.deepEqual(posts[0].slice(0, 4), [kinds.CANCEL, 1, kinds.TAG_VALUE, "DEADLINE_EXCEEDED"]);
  assert.equal(bridge.inspect().pending, 1);
  assert.equal(time.timer, undefined);
});

test("a backstop ends each of many calls at its own deadline, with one timer", async () => {
  const { bridge, time, ring } = await backstopped();
  const ends = [];
  // More calls than slots of the ring, and later calls due before earlier ones.
  const timeouts = Array.from({ length: 500 }, (_, n) => 1 + ((n * 37) % 500) + (n % 2 ? 0 : 1e10));
  const calls = timeouts.map((timeout, n) => {
    time.now = n;
    return bridge.call("x", n, { timeout }).catch(() => void ends.push([n, time.now]));
  });
  // Only a call that is due before all others sets the timer.
  assert.ok(time.set < 10, `${time.set} timers were set`);
  for (let left = 1; left > 0; left = bridge.inspect().pending) {
    ring();
    await new Promise(setImmediate);
  }
  await Promise.all(calls);
  assert.deepEqual(ends.sort(([a], [b]) => a - b), timeouts.map((timeout, n) => [n, n + timeout]));
  assert.equal(time.timer, undefined);
});

test("a backstop timer that fires early is set again, and one without pending calls is not", async () => {
  const { bridge, time, ring, receive } = await backstopped();
  const call = bridge.call("a", 1, { timeout: 10 });
  ring(0.5);
  assert.equal(bridge.inspect().pending, 1);
  assert.ok(time.timer.at >= 10);
  receive(kinds.RESULT, 1, "late, but there");
  assert.equal(await call, "late, but there");
  ring();
  assert.equal(time.timer, undefined);
});

test("a backstop with a fraction of a millisecond does not fire repeatedly: timers drop the fraction", async () => {
  const { bridge, time, ring } = await backstopped();
  const call = bridge.call("a", 1, { timeout: 10.25 });
  assert.equal(time.timer.at, 11);
  ring();
  await assert.rejects(call, { code: "DEADLINE_EXCEEDED" });
  assert.equal(time.timer, undefined);
});

test("a process whose calls have been answered does not wait for the backstop", () => {
  const script = `
    import { connectJsonRpc } from ${JSON.stringify(new URL("../../client/json-rpc.js", import.meta.url).href)};
    const send = (text) => void Promise.resolve().then(() => link.deliver('{"jsonrpc":"2.0","id":1,"result":"road"}'));
    const link = connectJsonRpc({ send }, { backstop: true });
    console.log(await link.bridge.call("x"));
    await link.bridge.call("y", 1, { timeout: 0.1 }).catch(() => {});
    const answered = link.bridge.call("z", 1, { timeout: 60_000 });
    link.deliver('{"jsonrpc":"2.0","id":3,"result":"way"}');
    const items = link.bridge.stream("s", 1, { timeout: 60_000 });
    const first = items.next();
    link.deliver('{"jsonrpc":"2.0","id":4,"result":null}');
    console.log(await answered, (await first).done);
  `;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", timeout: 20_000 });
  assert.equal(said, "road\nway true\n");
});

test("a process waits for the deadline of a call or a stream that it awaits, and by nothing else", () => {
  const script = `
    import { connectJsonRpc } from ${JSON.stringify(new URL("../../client/json-rpc.js", import.meta.url).href)};
    const { bridge } = connectJsonRpc({ send: () => {} });
    const start = performance.now();
    console.log(await bridge.call("x", 1, { timeout: 50 }).catch(({ code }) => code), performance.now() - start >= 50);
    console.log(await bridge.stream("s", 1, { timeout: 50 }).next().catch(({ code }) => code));
    void bridge.call("x", 1);
  `;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", timeout: 20_000 });
  assert.equal(said, "DEADLINE_EXCEEDED true\nDEADLINE_EXCEEDED\n");
});

test("without a backstop a call ends at its own timeout; a call without one waits for the other side", async () => {
  const { bridge, time, ring } = await backstopped({});
  const open = bridge.call("a");
  assert.equal(time.timer, undefined);
  const call = bridge.call("b", 1, { timeout: 2000 });
  assert.equal(time.timer.at, 2000);
  ring();
  await assert.rejects(call, { code: "DEADLINE_EXCEEDED", method: "b" });
  assert.equal(bridge.inspect().pending, 1);
  assert.equal(time.timer, undefined);
  void open;
});

test("a backstop ends a call without a timeout after 31 seconds, and false keeps no deadline", async () => {
  const { bridge, time, ring } = await backstopped();
  const call = bridge.call("a");
  assert.equal(time.timer.at, 31_000);
  ring();
  await assert.rejects(call, { code: "DEADLINE_EXCEEDED" });
  const left = await backstopped({ backstop: false });
  void left.bridge.call("a", 1, { timeout: 5 });
  void left.bridge.stream("s", 1, { timeout: 5 }).next();
  assert.equal(left.time.timer, undefined);
});

test("a stream without items ends at its deadline, and is cancelled on the other side", async () => {
  const { bridge, time, posts, ring, receive } = await backstopped({});
  const items = bridge.stream("s", 1, { timeout: 2000 });
  const first = items.next();
  receive(kinds.ITEM, 1, "one");
  assert.deepEqual(await first, { value: "one", done: false });
  const second = items.next();
  ring(0.5);
  assert.equal(bridge.inspect().streams, 1, "a timer that rings early waits for the rest");
  ring();
  await assert.rejects(second, { code: "DEADLINE_EXCEEDED", message: "s exceeded its deadline." });
  assert.deepEqual(posts.at(-1).slice(0, 4), [kinds.CANCEL, 1, kinds.TAG_VALUE, "DEADLINE_EXCEEDED"]);
  assert.equal(bridge.inspect().streams, 0);
  assert.equal(time.timer, undefined);
  assert.deepEqual(await items.next(), { value: undefined, done: true });
});

test("the timer of a stream that has ended is cancelled", async () => {
  const { bridge, time, receive } = await backstopped({});
  const items = bridge.stream("s", 1, { timeout: 2000 });
  const first = items.next();
  assert.equal(time.timer.at, 2000);
  receive(kinds.RESULT, 1, undefined);
  assert.deepEqual(await first, { value: undefined, done: true });
  assert.equal(time.timer, undefined);
});

test("the timer of a closed bridge is cancelled", async () => {
  const { bridge, time, receive } = await backstopped();
  const call = bridge.call("a");
  assert.notEqual(time.timer, undefined);
  receive(kinds.CLOSE, 0, ["UNAVAILABLE", "gone"]);
  await assert.rejects(call, { code: "UNAVAILABLE" });
  assert.equal(time.timer, undefined);
});
