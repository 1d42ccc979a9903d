import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fidelities, settled } from "../support/loopback.js";

for (const [fidelity, join] of fidelities) {
  describe(`events over ${fidelity}`, () => {
    test("the first listener subscribes and the last one unsubscribes", async () => {
      const { here, subscribed, emit } = join();
      const seen = [];
      const stopA = here.on("changed", (value) => seen.push(["a", value]));
      const stopB = here.on("changed", (value) => seen.push(["b", value]));
      await settled();
      assert.deepEqual([...subscribed], ["changed"]);
      emit("changed", 1);
      stopA();
      stopA();
      emit("changed", 2);
      assert.equal(here.inspect().listeners, 1);
      stopB();
      await settled();
      assert.equal(subscribed.size, 0);
      emit("changed", 3);
      assert.deepEqual(seen, [["a", 1], ["b", 1], ["b", 2]]);
      assert.equal(here.inspect().listeners, 0);
    });

    test("an error of a listener does not affect other listeners", async () => {
      const errors = [];
      const { here, emit } = join({ reportError: (error) => errors.push(error.message) });
      const seen = [];
      here.on("changed", () => { throw new Error("mine"); });
      here.on("changed", (value) => seen.push(value));
      emit("changed", 1);
      assert.deepEqual(seen, [1]);
      assert.deepEqual(errors, ["mine"]);
    });

    test("once, signals, and listeners that are added and removed during a visit", async () => {
      const { here, emit } = join();
      const seen = [];
      const controller = new AbortController();
      here.on("e", (value) => seen.push(["once", value]), { once: true });
      here.once("e", (value) => seen.push(["once2", value]));
      here.on("e", (value) => seen.push(["signal", value]), { signal: controller.signal });
      here.on("e", () => seen.push("never"), { signal: AbortSignal.abort() });
      const stops = [];
      stops.push(here.on("e", () => {
        for (const stop of stops) stop();
        here.on("e", (value) => seen.push(["new", value]));
      }));
      stops.push(here.on("e", () => seen.push("removed")));
      const waiting = here.once("e");
      emit("e", 1);
      controller.abort();
      emit("e", 2);
      assert.equal(await waiting, 1);
      assert.deepEqual(seen, [["once", 1], ["once2", 1], ["signal", 1], ["new", 2]]);
    });

    test("a refused subscription is reported as an unhandled rejection", async () => {
      const { here } = join();
      const runners = process.listeners("unhandledRejection");
      process.removeAllListeners("unhandledRejection");
      const received = new Promise((resolve) => process.once("unhandledRejection", resolve));
      const stop = here.on("refused", () => {});
      const { code } = await received;
      for (const runner of runners) process.on("unhandledRejection", runner);
      assert.equal(code, "PERMISSION_DENIED");
      stop();
    });

    test("a waiter for a refused event is rejected with the error", async () => {
      const { here } = join();
      await assert.rejects(here.once("refused"), { code: "PERMISSION_DENIED" });
      assert.equal(here.inspect().listeners, 0);
    });

    test("invalid arguments throw and do not subscribe", async () => {
      const { here, sent } = join();
      assert.throws(() => here.on(5, () => {}), { code: "INVALID_ARGUMENT" });
      assert.throws(() => here.on("e", 5), { code: "INVALID_ARGUMENT" });
      await assert.rejects(here.once(5), { code: "INVALID_ARGUMENT" });
      await assert.rejects(here.once("e", undefined, { signal: AbortSignal.abort() }), { code: "CANCELLED" });
      assert.equal(sent(), 0);
    });
  });
}
