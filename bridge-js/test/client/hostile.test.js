// Hostile programs: calls are settled all the same, and nothing stays open.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createBridge } from "../../index.js";
import * as kinds from "../../client/kinds.js";
import { settled } from "../support/loopback.js";

const join = (limits) => {
  const calls = [];
  const posts = [];
  let receive;
  const link = {
    open: (given) => { receive = given; },
    call: (...given) => void calls.push(given),
    post: (...given) => void posts.push(given),
  };
  const bridge = createBridge(link, { limits, reportError: (error) => { throw error; } });
  return { bridge, calls, posts, receive: (...messages) => receive(...messages) };
};

const unheard = { aborted: false, addEventListener() { throw new Error("no"); }, removeEventListener() {} };

for (const part of ["name", "message", "code", "stack"]) {
  test(`an error whose ${part} is too long to cross is cut, and the request is answered`, async () => {
    const { bridge, posts, receive } = join({ messageBytes: 1000 });
    bridge.handle("fails", async () => {
      throw Object.assign(new Error("no"), { [part]: "\u0001".repeat(2000) });
    });
    receive(kinds.REQUEST, 1, ["fails"]);
    await settled();
    assert.deepEqual(posts.map(([kind, id]) => [kind, id]), [[kinds.ERROR, 1]]);
    assert.ok(posts[0][3].length <= 1000);
    assert.equal(JSON.parse(posts[0][3])[part][0], "\u0001");
  });
}

test("a request for a name that is too long to repeat is answered", () => {
  const { posts, receive } = join({ messageBytes: 1000 });
  receive(kinds.REQUEST, 1, ["x".repeat(1000)]);
  assert.deepEqual(posts.map(([kind, id]) => [kind, id]), [[kinds.ERROR, 1]]);
});

test("a stream whose signal accepts no listener is cancelled on the other side", async () => {
  const { bridge, calls, posts } = join();
  await assert.rejects(bridge.stream("items", 1, { signal: unheard }).next(), { code: "INVALID_ARGUMENT", method: "items" });
  assert.deepEqual(posts, [[kinds.CANCEL, calls[0][0], kinds.TAG_VALUE, "CANCELLED", undefined]]);
  assert.equal(bridge.inspect().streams, 0);
});

test("a stream that a getter of its parameters stops is not sent", async () => {
  const { bridge, calls } = join();
  const items = bridge.stream("items", { get stops() { return void items.return(); } });
  assert.deepEqual(await items.next(), { value: undefined, done: true });
  assert.deepEqual(calls, []);
  assert.equal(bridge.inspect().streams, 0);
});

test("a listener whose signal accepts no listener is not added", async () => {
  const { bridge } = join();
  assert.throws(() => bridge.on("changed", () => {}, { signal: unheard }), { message: "no" });
  await assert.rejects(bridge.once("changed", undefined, { signal: unheard }), { message: "no" });
  assert.equal(bridge.inspect().listeners, 0);
});

test("a BigInt over the limit of digits is refused", async () => {
  const { bridge, calls } = join();
  void bridge.call("whole", 10n ** 4095n);
  await assert.rejects(bridge.call("too long", [10n ** 4096n]), { code: "INVALID_ARGUMENT", message: /^params\[0\]: a BigInt of more than 4096 digits/ });
  assert.equal(calls.length, 1);
});
