import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fidelities } from "../support/loopback.js";

/** What stands in the place of options, and the start of the error. */
const wrong = [
  [() => {}, "options: expected an object, got a function"],
  [5, "options: expected an object, got a number"],
  ["5", "options: expected an object, got a string"],
  [true, "options: expected an object, got a boolean"],
  [[], "options: expected an object, got an array"],
  [new AbortController().signal, "options: expected an object, got an AbortSignal: use { signal }"],
  [{ signl: undefined }, "options.signl: there is no such option: did you mean signal?"],
  [{ "x y": 1 }, 'options["x y"]: there is no such option; there are '],
];

const refuses = async (call, message) => {
  await assert.rejects(call, (error) => {
    assert.equal(error.code, "INVALID_ARGUMENT");
    assert.ok(error.message.startsWith(message), `${error.message} does not start with ${message}`);
    return true;
  });
};

for (const [fidelity, join] of fidelities) {
  describe(`options over ${fidelity}`, () => {
    test("what is not options is refused, and the method is not called", async () => {
      const { here, there } = join();
      let calls = 0;
      there.handle("row.each", () => (calls += 1));
      for (const [options, message] of wrong) {
        await refuses(async () => here.call("row.each", "people", options), message);
        await refuses(async () => here.stream("row.each", "people", options).next(), message);
        await refuses(async () => here.on("change", () => {}, options), message);
        await refuses(async () => here.once("change", () => {}, options), message);
        await refuses(async () => here.once("change", undefined, options), message);
        await refuses(async () => here.plugins.row.each("people", options), message);
      }
      assert.equal(calls, 0);
      assert.deepEqual(here.inspect(), { ...here.inspect(), pending: 0, listeners: 0 });
    });

    test("a handler's own calls refuse the same", async () => {
      const { here, there } = join();
      here.handle("inner", () => 1);
      there.handle("outer", async (index, { call }) => call("inner", undefined, wrong[index][0]));
      for (const index of wrong.keys()) await refuses(async () => here.call("outer", index), wrong[index][1]);
      there.handle("surplus", async (_, { call }) => call("inner", undefined, {}, 1));
      await refuses(async () => here.call("surplus"), "arguments: ");
    });

    test("an argument behind the last one is refused", async () => {
      const { here, there } = join();
      there.handle("row.each", () => 1);
      await refuses(async () => here.call("row.each", 1, {}, () => {}), "arguments: call takes");
      await refuses(async () => here.callSync("row.each", 1, { timeout: 5 }), "arguments: callSync takes");
      await refuses(async () => here.stream("row.each", 1, {}, 1), "arguments: stream takes");
      await refuses(async () => here.on("change", () => {}, {}, 1), "arguments: on takes");
      await refuses(async () => here.once("change", () => {}, {}, 1), "arguments: once takes");
      await refuses(async () => here.plugins.row.each({}, {}, 1), "arguments: row.each takes");
      assert.equal(await here.call("row.each", 1, undefined, undefined), 1);
      assert.equal(await here.call("row.each", 1, null), 1);
    });

    test("the error of a function says where progress goes", async () => {
      const { here } = join();
      await refuses(async () => here.call("row.each", "people", () => {}),
        "options: expected an object, got a function: pass it within the parameters, where Swift takes a Callback. Progress goes to { onProgress }");
    });
  });
}
