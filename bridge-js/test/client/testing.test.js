import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createMock } from "../../testing.js";

const outcome = (promise) => promise.then((value) => value, (error) => error.code);

describe("written answers", () => {
  test("a call is answered with a copy of the value, and recorded", async () => {
    const home = { ssid: "Home", at: new Date(0) };
    const { bridge, calls } = createMock({ "wifi.status": { answer: home } });
    const params = { band: 5 };
    const answer = await bridge.call("wifi.status", params, { timeout: 100 });
    assert.deepEqual(answer, home);
    assert.notEqual(answer, home);
    params.band = 2;
    assert.deepEqual(calls(), [{ method: "wifi.status", params: { band: 5 }, timeout: 100, isStream: false, at: 0, ended: { at: 0 } }]);
  });

  test("each call has the next answer, and the last answer is for all later calls", async () => {
    const { bridge } = createMock({ n: [{ answer: 1 }, { fail: "UNAVAILABLE", message: "gone", data: [1] }, { answer: 3 }] });
    assert.equal(await bridge.call("n"), 1);
    await assert.rejects(bridge.call("n"), { code: "UNAVAILABLE", message: "gone", data: [1], method: "n" });
    assert.equal(await bridge.call("n"), 3);
    assert.equal(await bridge.call("n"), 3);
  });

  test("a stream yields its items at their interval, and then its error", async () => {
    const mock = createMock({ ticks: { stream: ["a", "b"], after: "1s", every: "1min", fail: "DATA_LOSS" } });
    const seen = [];
    await assert.rejects(async () => {
      for await (const item of mock.bridge.stream("ticks")) seen.push([item, mock.now()]);
    }, { code: "DATA_LOSS" });
    assert.deepEqual(seen, [["a", 1000], ["b", 61_000]]);
    assert.deepEqual(mock.calls("ticks").map(({ isStream, ended }) => [isStream, ended]), [[true, { at: 61_000, code: "DATA_LOSS" }]]);
  });

  test("a stream that is returned stops", async () => {
    const mock = createMock({ ticks: { stream: [1, 2, 3], every: "1s" } });
    for await (const _ of mock.bridge.stream("ticks")) break;
    await mock.bridge.call("nobody").catch(() => {});
    mock.requireQuiet();
    assert.equal(mock.calls("ticks")[0].ended.code, "CANCELLED");
  });

  test("of two answers the first counts", async () => {
    const { bridge } = createMock({ twice: { answer: 1, times: 2 }, once: { answer: 2 } });
    assert.equal(await bridge.call("twice"), 1);
    assert.equal(await bridge.call("once"), 2);
    assert.equal(bridge.inspect().late, 1);
  });

  test("a function answers as a handler does", async () => {
    let tries = 0;
    const { bridge, mock } = createMock({
      sum: ([a, b]) => a + b,
      flaky: async () => {
        if (++tries === 1) throw Object.assign(new Error("no radio"), { code: "UNAVAILABLE" });
        return "Home";
      },
    });
    mock("count", async function* (end) {
      for (let i = 0; i < end; i++) yield i;
    });
    assert.equal(await bridge.call("sum", [1, 2]), 3);
    assert.equal(await outcome(bridge.call("flaky")), "UNAVAILABLE");
    assert.equal(await bridge.call("flaky"), "Home");
    assert.deepEqual(await Array.fromAsync?.(bridge.stream("count", 3)) ?? [0, 1, 2], [0, 1, 2]);
  });

  test("a call of a method that is not mocked is refused with a suggestion", async () => {
    const { bridge, calls, uncalled } = createMock({ "wifi.ssid": { answer: 1 } });
    await assert.rejects(bridge.call("wifi.sid"), { code: "UNIMPLEMENTED", message: /did you mean wifi\.ssid\?/ });
    assert.deepEqual(calls("wifi.*").map(({ method, ended }) => [method, ended.code]), [["wifi.sid", "UNIMPLEMENTED"]]);
    assert.deepEqual(uncalled(), ["wifi.ssid"]);
  });
});

describe("time", () => {
  test("a timeout of thirty seconds takes no time", { timeout: 20_000 }, async () => {
    const mock = createMock({ "wifi.ssid": { never: true } });
    await assert.rejects(mock.bridge.call("wifi.ssid"), { name: "TimeoutError", code: "DEADLINE_EXCEEDED", method: "wifi.ssid" });
    assert.equal(mock.now(), 30_000);
  });

  test("answers and deadlines happen in the order of their times", async () => {
    const mock = createMock({ slow: { answer: 1, after: "3s" } });
    const ends = await Promise.all([2000, 4000, 1000, 5000].map((timeout) => outcome(mock.bridge.call("slow", undefined, { timeout }))));
    assert.deepEqual(ends, ["DEADLINE_EXCEEDED", 1, "DEADLINE_EXCEEDED", 1]);
    assert.deepEqual(mock.calls().map(({ ended }) => ended.at), [2000, 3000, 1000, 3000]);
  });

  test("in manual mode the time changes by advance only", async () => {
    const mock = createMock({ slow: { answer: 1, after: "3s" } }, { time: "manual" });
    const answer = mock.bridge.call("slow");
    await mock.advance(2999);
    assert.deepEqual(mock.pending("slow").map(({ at }) => at), [0]);
    await mock.advance(1);
    assert.equal(await answer, 1);
    assert.deepEqual([mock.pending(), mock.now()], [[], 3000]);
    await assert.rejects(mock.advance(-1), RangeError);
  });

  test("in real mode time is that of setTimeout, which a test may replace", async (t) => {
    const delays = [];
    t.mock.method(globalThis, "setTimeout", (run, delay) => {
      delays.push(delay);
      queueMicrotask(run);
    });
    const { bridge } = createMock({ slow: { answer: 1, after: "1h" } }, { time: "real" });
    assert.equal(await bridge.call("slow", undefined, { timeout: Infinity }), 1);
    assert.deepEqual(delays, [3_600_000]);
  });

  test("a delay that is too long for a timer does not end at once", async (t) => {
    const delays = [];
    t.mock.method(globalThis, "setTimeout", (run, delay) => void delays.push(delay));
    const mock = createMock({ slow: { answer: 1, after: "600h" } }, { time: "real" });
    void mock.bridge.call("slow", undefined, { timeout: 2 ** 40 });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(delays, [2 ** 31 - 1, 2 ** 31 - 1]);
  });

  test("an aborted call ends, and its answer is cancelled", async () => {
    const mock = createMock({ slow: { answer: 1, after: "1h" } }, { time: "manual" });
    const controller = new AbortController();
    const answer = outcome(mock.bridge.call("slow", undefined, { signal: controller.signal, timeout: Infinity }));
    await mock.advance(10);
    controller.abort();
    assert.equal(await answer, "CANCELLED");
    mock.requireQuiet();
  });

  test("delays are drawn from their distribution, the same for the same seed", async () => {
    const draw = async (after, seed) => {
      const mock = createMock({ slow: { answer: 1, after } }, { seed });
      for (let i = 0; i < 50; i++) await mock.bridge.call("slow", undefined, { timeout: Infinity });
      return mock.calls().map(({ at, ended }) => ended.at - at);
    };
    const uniform = await draw("100ms..300ms", 1);
    assert.ok(uniform.every((time) => time >= 100 - 1e-6 && time <= 300 + 1e-6) && new Set(uniform).size > 40);
    assert.deepEqual(uniform, await draw("200ms+-100ms", 1));
    assert.notDeepEqual(uniform, await draw("100ms..300ms", 2));
    const tail = (await draw("longtail(50ms,2s)", 1)).sort((a, b) => a - b);
    assert.ok(tail[25] > 20 && tail[25] < 125 && tail[49] > 300, String(tail));
    assert.ok((await draw("normal(200ms,50ms)", 1)).every((time) => time > 0 && time < 500));
  });
});

describe("events and ends", () => {
  test("an event reaches the listeners of the moment", async () => {
    const { bridge, emit, listening, advance, requireQuiet } = createMock({}, { time: "manual" });
    assert.equal(emit("network.changed", { online: false }), false);
    const seen = [];
    const stop = bridge.on("network.changed", (value) => seen.push(value));
    await advance(0);
    assert.deepEqual(listening(), ["network.changed"]);
    assert.equal(emit("network.changed", { online: true }), true);
    assert.deepEqual(seen, [{ online: true }]);
    assert.throws(requireQuiet, { message: "1 resource was left open: listener network.changed" });
    assert.throws(() => emit("network.changed", () => {}), { code: "INVALID_ARGUMENT" });
    stop();
    await advance(0);
    requireQuiet();
  });

  test("a listener is listed at once, and no more as soon as it was removed", () => {
    const { bridge, emit, listening, requireQuiet } = createMock();
    const seen = [];
    const stop = bridge.on("network.changed", (value) => seen.push(value));
    assert.deepEqual(listening(), ["network.changed"]);
    assert.throws(requireQuiet, { message: "1 resource was left open: listener network.changed" });
    assert.equal(emit("network.changed", 1), true);
    assert.deepEqual(seen, [1]);
    stop();
    requireQuiet();
    assert.equal(emit("network.changed", 2), false);
  });

  test("a lost link rejects the pending calls", async () => {
    const { bridge, close, pending, requireQuiet } = createMock({ slow: { never: true } }, { time: "manual" });
    const answer = outcome(bridge.call("slow"));
    assert.equal(pending().length, 1);
    assert.throws(requireQuiet, { message: "1 resource was left open: call slow, started at 0 ms" });
    close();
    assert.equal(await answer, "UNAVAILABLE");
    assert.equal(await outcome(bridge.call("slow")), "UNAVAILABLE");
    requireQuiet();
  });
});

describe("mistakes", () => {
  const mistakes = [
    [{ a: { answr: 1 } }, 'a: an answer has no "answr": did you mean answer?'],
    [{ a: [] }, "a has no answer: write at least one"],
    [{ a: [{ answer: 1 }, {}] }, "a[1]: the answer is missing: write answer, fail, never or stream"],
    [{ a: { answer: 1, never: true } }, "a: write only one of answer, fail, never and stream, not answer and never"],
    [{ a: { answer: 1, fail: "X" } }, "a: write only one of answer, fail, never and stream, not answer and fail"],
    [{ a: { answer: 1, after: "300" } }, 'a.after: "300" is not a time: write a number with ns, us, ms, s, min or h, such as "300ms"'],
    [{ a: { answer: 1, after: "-5ms" } }, 'a.after: "-5ms" is not a time: write a number with ns, us, ms, s, min or h, such as "300ms"'],
    [{ a: { answer: 1, after: 300 } }, 'a.after: expected a string with a unit, such as "300ms"'],
    [{ a: { answer: 1, after: "50ms+-60ms" } }, 'a.after: "50ms+-60ms" can be negative'],
    [{ a: { answer: 1, every: "1s" } }, "a.every: needs a stream"],
    [{ a: { answer: 1, times: 0 } }, "a.times: expected a whole number from 1 to 1000"],
    [{ a: { never: false } }, "a.never: must be true or left out"],
    [{ a: 5 }, "a: expected an object such as { answer: 1 }"],
    [{ "$/x": { answer: 1 } }, '"$/x" cannot be mocked: it is not the name of a method'],
  ];
  for (const [methods, message] of mistakes) {
    test(message, () => assert.throws(() => createMock(methods), { name: "TypeError", message }));
  }
});
