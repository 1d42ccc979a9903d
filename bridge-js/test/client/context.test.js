// Text that is sent with a call, such as the identity of a trace.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fidelities, settled } from "../support/loopback.js";

const trace = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: "a=1,b=2" };

for (const [fidelity, join] of fidelities) {
  describe(`a context over ${fidelity}`, () => {
    test("reaches the handler, frozen; without one there is an empty object", async () => {
      const { here, there } = join();
      there.handle("see", (_, { context }) => [Object.isFrozen(context), Object.getPrototypeOf(context) === null, { ...context }]);
      assert.deepEqual(await here.call("see", 1, { context: trace }), [true, true, trace]);
      assert.deepEqual(await here.call("see", { a: [1] }, { context: trace, timeout: 50 }), [true, true, trace]);
      for (const options of [undefined, {}, { context: undefined }, { context: {} }]) {
        assert.deepEqual(await here.call("see", 1, options), [true, true, {}]);
      }
    });

    test("any name and value arrives unchanged", async () => {
      const { here, there } = join();
      there.handle("see", (_, { context }) => Object.entries(context));
      const odd = { ["__proto__"]: "p", constructor: "c", toString: "t", "": "", $date: "0", "\u2028\"": "\u0000 \u{1f600}" };
      assert.deepEqual(await here.call("see", 1, { context: odd }), Object.entries(odd));
      assert.deepEqual(await here.call("see", 1, { context: { $number: "NaN" } }), [["$number", "NaN"]]);
    });

    test("a nested call passes it on, unless it has a context of its own", async () => {
      const { here, there } = join();
      here.handle("inner", (_, { context }) => ({ ...context }));
      there.handle("outer", (options, { call }) => call("inner", 1, options));
      assert.deepEqual(await here.call("outer", undefined, { context: trace }), trace);
      assert.deepEqual(await here.call("outer", { timeout: 500 }, { context: trace }), trace);
      assert.deepEqual(await here.call("outer", { context: { other: "x" } }, { context: trace }), { other: "x" });
      assert.deepEqual(await here.call("outer", { context: {} }, { context: trace }), {});
      assert.deepEqual(await here.call("outer"), {});
    });

    test("a stream carries it", async () => {
      const { here, there } = join();
      there.handle("items", async function* (_, { context }) {
        yield { ...context };
      });
      const items = [];
      for await (const item of here.stream("items", undefined, { context: trace })) items.push(item);
      assert.deepEqual(items, [trace]);
    });

    test("middleware receives it and may change it", async () => {
      const { here, there } = join();
      there.handle("see", (_, { context }) => ({ ...context }));
      here.use((call, next) => next({ ...call, options: { ...call.options, context: { ...call.options?.context, span: "1" } } }));
      assert.deepEqual(await here.call("see", 1, { context: trace }), { ...trace, span: "1" });
    });

    test("any value other than an object of strings is refused before sending", async () => {
      const { here, there, sent } = join();
      there.handle("see", () => 1);
      const hostile = [null, "traceparent", 5, true, () => {}, [], ["a"], new Map([["a", "b"]]), new Date(0), { a: 5 }, { a: null }, { a: {} }, { a: undefined }, { a: new String("x") }];
      for (const context of hostile) {
        await assert.rejects(here.call("see", 1, { context }), { code: "INVALID_ARGUMENT", message: /^context/ });
        await assert.rejects(here.stream("see", 1, { context }).next(), { code: "INVALID_ARGUMENT", message: /^context/ });
      }
      await assert.rejects(here.call("see", 1, { context: { "a b": 5 } }), { message: 'context["a b"]: expected a string, got number' });
      assert.equal(sent(), 0);
      assert.equal(here.inspect().pending, 0);
    });

    test("its size has a limit with a name", async () => {
      const { here, there } = join({ limits: { contextLength: 10 } });
      there.handle("see", (_, { context }) => ({ ...context }));
      for (const [value, code] of [["x".repeat(8), undefined], ["x".repeat(9), undefined], ["x".repeat(10), "RESOURCE_EXHAUSTED"]]) {
        const error = await here.call("see", 1, { context: { a: value } }).then(() => undefined, (reason) => reason);
        assert.equal(error?.code, code);
        if (code) assert.deepEqual(error.data, { limit: "contextLength", maximum: 10 });
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
    deliver(JSON.stringify({ jsonrpc: "2.0", id, method: "see", params: [1, { context: { a: "x".repeat(length - 1) } }] }));
  ask(1, 8193);
  ask(2, 8192);
  await settled();
  assert.equal(sent[0].error.data.code, "RESOURCE_EXHAUSTED");
  assert.equal(sent[1].result, 1);
});
