// Text that is sent with a call, such as the identity of a trace.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fidelities, settled } from "../support/loopback.js";

const trace = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: "a=1,b=2" };

for (const [fidelity, join] of fidelities) {
  describe(`metadata over ${fidelity}`, () => {
    test("reaches the handler, frozen; without one there is an empty object", async () => {
      const { here, there } = join();
      there.handle("see", (_, { metadata }) => [Object.isFrozen(metadata), Object.getPrototypeOf(metadata) === null, { ...metadata }]);
      assert.deepEqual(await here.call("see", 1, { metadata: trace }), [true, true, trace]);
      assert.deepEqual(await here.call("see", { a: [1] }, { metadata: trace, timeout: 50 }), [true, true, trace]);
      for (const options of [undefined, {}, { metadata: undefined }, { metadata: {} }]) {
        assert.deepEqual(await here.call("see", 1, options), [true, true, {}]);
      }
    });

    test("any name and value arrives unchanged", async () => {
      const { here, there } = join();
      there.handle("see", (_, { metadata }) => Object.entries(metadata));
      const odd = { ["__proto__"]: "p", constructor: "c", toString: "t", "": "", $date: "0", "\u2028\"": "\u0000 \u{1f600}" };
      assert.deepEqual(await here.call("see", 1, { metadata: odd }), Object.entries(odd));
      assert.deepEqual(await here.call("see", 1, { metadata: { $number: "NaN" } }), [["$number", "NaN"]]);
    });

    test("a nested call passes it on, unless it has metadata of its own", async () => {
      const { here, there } = join();
      here.handle("inner", (_, { metadata }) => ({ ...metadata }));
      there.handle("outer", (options, { call }) => call("inner", 1, options));
      assert.deepEqual(await here.call("outer", undefined, { metadata: trace }), trace);
      assert.deepEqual(await here.call("outer", { timeout: 500 }, { metadata: trace }), trace);
      assert.deepEqual(await here.call("outer", { metadata: { other: "x" } }, { metadata: trace }), { other: "x" });
      assert.deepEqual(await here.call("outer", { metadata: {} }, { metadata: trace }), {});
      assert.deepEqual(await here.call("outer"), {});
    });

    test("a stream carries it", async () => {
      const { here, there } = join();
      there.handle("items", async function* (_, { metadata }) {
        yield { ...metadata };
      });
      const items = [];
      for await (const item of here.stream("items", undefined, { metadata: trace })) items.push(item);
      assert.deepEqual(items, [trace]);
    });

    test("middleware receives it and may change it", async () => {
      const { here, there } = join();
      there.handle("see", (_, { metadata }) => ({ ...metadata }));
      here.use((call, next) => next({ ...call, options: { ...call.options, metadata: { ...call.options?.metadata, span: "1" } } }));
      assert.deepEqual(await here.call("see", 1, { metadata: trace }), { ...trace, span: "1" });
    });

    test("any value other than an object of strings is refused before sending", async () => {
      const { here, there, sent } = join();
      there.handle("see", () => 1);
      const hostile = [null, "traceparent", 5, true, () => {}, [], ["a"], new Map([["a", "b"]]), new Date(0), { a: 5 }, { a: null }, { a: {} }, { a: undefined }, { a: new String("x") }];
      for (const metadata of hostile) {
        await assert.rejects(here.call("see", 1, { metadata }), { code: "INVALID_ARGUMENT", message: /^metadata/ });
        await assert.rejects(here.stream("see", 1, { metadata }).next(), { code: "INVALID_ARGUMENT", message: /^metadata/ });
      }
      await assert.rejects(here.call("see", 1, { metadata: { "a b": 5 } }), { message: 'metadata["a b"]: expected a string, got number' });
      assert.equal(sent(), 0);
      assert.equal(here.inspect().pending, 0);
    });

    test("its size has a limit with a name", async () => {
      const { here, there } = join({ limits: { metadataLength: 10 } });
      there.handle("see", (_, { metadata }) => ({ ...metadata }));
      for (const [value, code] of [["x".repeat(8), undefined], ["x".repeat(9), undefined], ["x".repeat(10), "RESOURCE_EXHAUSTED"]]) {
        const error = await here.call("see", 1, { metadata: { a: value } }).then(() => undefined, (reason) => reason);
        assert.equal(error?.code, code);
        if (code) assert.deepEqual(error.data, { limit: "metadataLength", maximum: 10 });
      }
      assert.equal(here.inspect().pending, 0);
    });
  });
}

test("a context from a wire has the limit too, and fails its own call only", async () => {
  const { connectJsonRpc } = await import("../../client/json-rpc.js");
  const sent = [];
  const { bridge, deliver } = connectJsonRpc({ send: (text) => sent.push(JSON.parse(text)) });
  bridge.handle("see", () => 1);
  const ask = (id, length) =>
    deliver(JSON.stringify({ jsonrpc: "2.0", id, method: "see", params: [1, { metadata: { a: "x".repeat(length - 1) } }] }));
  ask(1, 8193);
  ask(2, 8192);
  await settled();
  assert.equal(sent[0].error.data.code, "RESOURCE_EXHAUSTED");
  assert.equal(sent[1].result, 1);
});
