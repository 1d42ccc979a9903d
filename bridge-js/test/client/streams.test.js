import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createBridge } from "../../index.js";
import { connectJsonRpc } from "../../client/json-rpc.js";
import * as kinds from "../../client/kinds.js";
import { fidelities, settled } from "../support/loopback.js";

const count = (log, to = Infinity) =>
  async function* counter() {
    try {
      for (let at = 0; at < to; at += 1) {
        log.made = at + 1;
        yield at;
      }
    } finally {
      log.closed = (log.closed ?? 0) + 1;
    }
  };

for (const [fidelity, join] of fidelities) {
  describe(`streams over ${fidelity}`, () => {
    test("items arrive in order, then the stream is done", async () => {
      const { here, there } = join();
      const log = {};
      there.handle("count", count(log, 100));
      const seen = [];
      for await (const item of here.stream("count", null, { buffer: 3 })) seen.push(item);
      assert.deepEqual(seen, Array.from({ length: 100 }, (_, at) => at));
      assert.equal(log.closed, 1);
      assert.equal(here.inspect().streams + there.inspect().streams, 0);
    });

    test("nothing starts before the first next", async () => {
      const { here, sent } = join();
      here.stream("count");
      await settled();
      assert.equal(sent(), 0);
    });

    test("a producer makes no more items than it was granted", async () => {
      const { here, there } = join();
      const log = {};
      there.handle("count", count(log));
      const items = here.stream("count", null, { buffer: 4 });
      assert.deepEqual(await items.next(), { value: 0, done: false });
      await settled();
      await settled();
      assert.ok(log.made <= 5, `${log.made} made`);
      await items.next();
      await items.next();
      await settled();
      await settled();
      assert.ok(log.made > 4 && log.made <= 8, `${log.made} made`);
      await items.return();
      await settled();
    });

    test("break ends the producer", async () => {
      const { here, there } = join();
      const log = {};
      there.handle("count", count(log));
      for await (const item of here.stream("count")) if (item === 5) break;
      await settled();
      await settled();
      assert.equal(log.closed, 1);
      assert.equal(here.inspect().streams + there.inspect().streams, 0);
    });

    test("an error arrives once, after the items before it, and then the stream is done", async () => {
      const { here, there } = join();
      there.handle("fail", async function* fail() {
        yield 1;
        throw new there.BridgeError("DATA_LOSS", "gone");
      });
      const items = here.stream("fail");
      assert.deepEqual(await items.next(), { value: 1, done: false });
      await assert.rejects(items.next(), { code: "DATA_LOSS" });
      assert.deepEqual(await items.next(), { value: undefined, done: true });
    });

    test("an item that cannot cross ends the stream and the producer", async () => {
      const { here, there } = join();
      const log = {};
      there.handle("bad", async function* bad() {
        try {
          yield () => {};
        } finally {
          log.closed = true;
        }
      });
      await assert.rejects(here.stream("bad").next(), /item: a function cannot cross the bridge/);
      await settled();
      assert.equal(log.closed, true);
    });

    test("calling a stream, and iterating a call, are refused with a hint", async () => {
      const { here, there } = join();
      there.handle("count", count({}));
      there.handle("one", () => 1);
      await assert.rejects(here.call("count"), { code: "FAILED_PRECONDITION" });
      await assert.rejects(here.stream("one").next(), { code: "FAILED_PRECONDITION" });
    });

    test("arrays and generators are streams where a stream is requested", async () => {
      const { here, there } = join();
      there.handle("list", () => ["a", "b"]);
      const seen = [];
      for await (const item of here.stream("list")) seen.push(item);
      assert.deepEqual(seen, ["a", "b"]);
    });

    test("a signal ends both sides", async () => {
      const { here, there } = join();
      const log = {};
      there.handle("count", count(log));
      const controller = new AbortController();
      const items = here.stream("count", null, { signal: controller.signal });
      await items.next();
      controller.abort();
      await assert.rejects(items.next(), { name: "AbortError", code: "CANCELLED" });
      assert.deepEqual(await items.next(), { value: undefined, done: true });
      await settled();
      await settled();
      assert.equal(log.closed, 1);
      await assert.rejects(here.stream("count", null, { signal: AbortSignal.abort() }).next(), { code: "CANCELLED" });
    });

    test("several waiting reads are answered in order", async () => {
      const { here, there } = join();
      there.handle("count", count({}, 3));
      const items = here.stream("count");
      const steps = await Promise.all([items.next(), items.next(), items.next(), items.next(), items.next()]);
      assert.deepEqual(steps.map(({ value, done }) => (done ? "end" : value)), [0, 1, 2, "end", "end"]);
    });

    test("invalid options reject the first read", async () => {
      const { here, sent } = join();
      for (const buffer of [0, -1, 1.5, NaN, "4", Infinity]) {
        await assert.rejects(here.stream("x", null, { buffer }).next(), { code: "INVALID_ARGUMENT" });
      }
      await assert.rejects(here.stream(5).next(), { code: "INVALID_ARGUMENT" });
      await assert.rejects(here.stream("x", () => {}).next(), { code: "INVALID_ARGUMENT" });
      assert.equal(sent(), 0);
    });

    test("throw() ends the stream with the caller's error", async () => {
      const { here, there } = join();
      const log = {};
      there.handle("count", count(log));
      const items = here.stream("count");
      await items.next();
      await assert.rejects(items.throw(new Error("mine")), /mine/);
      await settled();
      await settled();
      assert.equal(log.closed, 1);
    });
  });
}

test("a stream ends when its producer sends more than it was granted", async () => {
  const posted = [];
  let receive;
  const bridge = createBridge({ open: (given) => { receive = given; }, call: () => undefined, post: (...message) => posted.push(message) });
  const items = bridge.stream("flood", null, { buffer: 2 });
  const first = items.next();
  receive(kinds.ITEM, 1, "a", kinds.ITEM, 1, "b", kinds.ITEM, 1, "c", kinds.ITEM, 1, "d");
  assert.deepEqual(await first, { value: "a", done: false });
  assert.deepEqual(posted.map(([kind, , , body]) => [kind, body]), [[kinds.CREDIT, 1], [kinds.CANCEL, "RESOURCE_EXHAUSTED"]]);
  assert.deepEqual((await items.next()).value, "b");
  assert.deepEqual((await items.next()).value, "c");
  await assert.rejects(items.next(), { code: "RESOURCE_EXHAUSTED", data: { limit: "buffer", maximum: 2 } });
  assert.equal(bridge.inspect().streams, 0);
});

test("a stream that fails while it is being sent leaves no listener on its signal", async () => {
  let receive;
  const link = { open: (given) => void (receive = given), call: (id) => void receive(kinds.ERROR, id, ['{"code":"ABORTED","message":"no"}', undefined]), post: () => {} };
  let listening = 0;
  const signal = { aborted: false, addEventListener: () => void (listening += 1), removeEventListener: () => void (listening -= 1) };
  const items = createBridge(link).stream("items", undefined, { signal });
  await assert.rejects(items.next(), { code: "ABORTED" });
  assert.equal(listening, 0);
});

/** Two bridges whose messages are delivered and answered synchronously. */
const joinedAtOnce = () => {
  const near = connectJsonRpc({ send: (text) => far.deliver(text) });
  const far = connectJsonRpc({ send: (text) => near.deliver(text) });
  far.bridge.handle("wait", async function* wait() {
    await new Promise(() => {});
  });
  return near.bridge;
};

test("a stream that is returned is done, also where the other side answers at once", async () => {
  const items = joinedAtOnce().stream("wait");
  const next = items.next();
  await items.return();
  assert.deepEqual(await next, { value: undefined, done: true });
});

test("an aborted stream rejects with the reason, also where the other side answers at once", async () => {
  const control = new AbortController();
  const next = joinedAtOnce().stream("wait", null, { signal: control.signal }).next();
  control.abort(new Error("mine"));
  await assert.rejects(next, ({ name, cause }) => name === "AbortError" && cause.message === "mine");
});

test("items without credit end a stream with that error, also where the other side answers at once", async () => {
  const item = { jsonrpc: "2.0", method: "$/progress", params: { token: 1, value: { kind: "item", value: 7 } } };
  const { bridge, deliver } = connectJsonRpc({
    send(text) {
      const { method } = JSON.parse(text);
      if (method === "many") deliver(JSON.stringify([item, item, item]));
      else deliver('{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"given up"}}');
    },
  });
  const items = bridge.stream("many", null, { buffer: 1 });
  assert.deepEqual(await items.next(), { value: 7, done: false });
  await assert.rejects(items.next(), { code: "RESOURCE_EXHAUSTED" });
});

test("a stream that is returned while it is being sent is cancelled", async () => {
  const sent = [];
  const link = {
    call() {
      void items.return();
      sent.push("call");
    },
    post: (kind) => void sent.push(kind),
  };
  const items = createBridge(link).stream("count");
  assert.deepEqual(await items.next(), { value: undefined, done: true });
  assert.equal(sent[sent.length - 1], kinds.CANCEL);
});
