import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fidelities } from "../support/loopback.js";

const errorOf = async (promise) => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return assert.fail("it was answered");
};

for (const [fidelity, join] of fidelities) {
  describe(`refusals over ${fidelity}`, () => {
    test("params that cannot cross reject with INVALID_ARGUMENT", async () => {
      const { here } = join();
      const error = await errorOf(here.call("take", { list: [() => 1] }));
      assert.equal(error.code, "INVALID_ARGUMENT");
      assert.equal(error.message, "params.list[0]: a function cannot cross the bridge");
      assert.deepEqual(error.data, { path: "params.list[0]" });
      assert.equal(error.method, "take");
    });

    test("a result and an item that cannot cross reject with INTERNAL", async () => {
      const { here, there } = join();
      there.handle("result", () => ({ a: Symbol("s") }));
      there.handle("items", async function* () {
        yield { a: Promise.resolve() };
      });
      const result = await errorOf(here.call("result"));
      assert.equal(result.code, "INTERNAL");
      assert.equal(result.message, "result.a: a symbol cannot cross the bridge");
      assert.deepEqual(result.data, { path: "result.a" });
      const item = await errorOf(here.stream("items").next());
      assert.equal(item.code, "INTERNAL");
      assert.equal(item.message, "item.a: a Promise cannot cross the bridge");
    });

    test("an unknown method is refused with the message of native code", async () => {
      const { here, there } = join();
      there.handle("wifi.ssid", () => "home");
      const near = await errorOf(here.call("wifi.sid"));
      assert.equal(near.message, 'There is no method "wifi.sid": did you mean wifi.ssid?');
      assert.deepEqual(near.data, { suggestion: "wifi.ssid" });
      const far = await errorOf(here.call(`${"x".repeat(1e6)}`));
      assert.equal(far.code, "UNIMPLEMENTED");
      assert.ok(far.message.length < 100);
    });

    test("an error without code and message is described", async () => {
      const { here, there } = join();
      there.handle("empty", () => {
        throw Object.assign(new TypeError(), { code: "" });
      });
      const error = await errorOf(here.call("empty"));
      assert.equal(error.code, "UNKNOWN");
      assert.equal(error.message, "TypeError without a message was thrown");
    });

    test("options that throw a frozen error reject the call", async () => {
      const { here } = join();
      const frozen = Object.freeze(new here.BridgeError("MINE", "frozen"));
      const options = {
        get timeout() {
          throw frozen;
        },
      };
      assert.equal(await errorOf(here.call("x", 1, options)), frozen);
      assert.equal(await errorOf(here.stream("x", 1, options).next()), frozen);
    });
  });
}
