import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createBridge } from "../../index.js";
import { CANCEL, ERROR, RESULT, RESULT_ENCODED, VOID } from "../../client/kinds.js";
import { fidelities, settled } from "../support/loopback.js";

const code = (expected, name = "BridgeError") => (error) => {
  assert.equal(error.code, expected);
  assert.equal(error.name, name);
  return true;
};

for (const [fidelity, join] of fidelities) {
  describe(`calls over ${fidelity}`, () => {
    test("an answer comes back once", async () => {
      const { here, there } = join();
      there.handle("echo", (value) => value);
      assert.deepEqual(await here.call("echo", { a: 1, b: "text", c: [1, 2, 3] }), { a: 1, b: "text", c: [1, 2, 3] });
      assert.equal(await here.call("echo"), undefined);
      assert.equal(await here.call("echo", null), null);
      assert.equal(here.inspect().pending, 0);
    });

    test("callSync is refused on a link that cannot answer at once", () => {
      const { here, there, sent } = join();
      there.handle("echo", (value) => value);
      const before = sent();
      assert.throws(() => here.callSync("echo", 1), code("FAILED_PRECONDITION"));
      assert.throws(() => here.callSync(5), code("INVALID_ARGUMENT"));
      assert.equal(here.inspect().pending, 0);
      assert.equal(sent(), before);
    });

    test("an unknown method is refused with a suggestion", async () => {
      const { here, there } = join();
      there.handle("wifi.ssid", () => "home");
      await assert.rejects(here.call("wifi.sid"), (error) => {
        assert.match(error.message, /did you mean wifi\.ssid\?/);
        return code("UNIMPLEMENTED")(error);
      });
    });

    test("an error keeps code, message, data, cause and both stacks", async () => {
      const { here, there } = join();
      there.handle("fail", () => {
        throw new there.BridgeError("NOT_FOUND", "no such row", { data: { row: 7n }, cause: new TypeError("inner") });
      });
      const error = await here.call("fail").catch((reason) => reason);
      assert.ok(error instanceof here.BridgeError && error instanceof Error);
      assert.equal(error.code, "NOT_FOUND");
      assert.equal(error.message, "no such row");
      assert.deepEqual(error.data, { row: 7n });
      assert.ok(error.cause instanceof TypeError);
      assert.equal(error.method, "fail");
      const [head, first] = error.stack.split("\n");
      assert.equal(head, "BridgeError: no such row");
      assert.match(first, /calls\.test\.js/);
      assert.match(error.stack, /--- answered by ---/);
    });

    test("the errors of a failed Promise.any are the data of its error", async () => {
      const { here, there } = join();
      const failing = async (code) => {
        throw new there.BridgeError(code, `no ${code}`);
      };
      there.handle("any", () => Promise.any([failing("A"), failing("B")]));
      const { data, message } = await here.call("any").catch((reason) => reason);
      assert.deepEqual(data.errors.map((error) => [error.code, error.message]), [["A", "no A"], ["B", "no B"]]);
      assert.notEqual(message, "");

      // The error's own data take precedence, and the collected errors do not keep it from crossing.
      const gathered = new AggregateError([1], "gathered");
      there.handle("own", () => { throw Object.assign(new AggregateError([1], "own"), { data: 5 }); });
      there.handle("none", () => { throw new AggregateError([], "none"); });
      there.handle("odd", () => { throw Object.assign(new AggregateError([], "odd"), { errors: { length: 1 } }); });
      there.handle("itself", () => { gathered.errors.push(gathered); throw gathered; });
      there.handle("function", () => { throw new AggregateError([() => {}], "function"); });
      const dataOf = (name) => here.call(name).catch((reason) => [reason.message, reason.data]);
      assert.deepEqual(await dataOf("own"), ["own", 5]);
      assert.deepEqual(await dataOf("none"), ["none", undefined]);
      assert.deepEqual(await dataOf("odd"), ["odd", undefined]);
      assert.deepEqual(await dataOf("itself"), ["gathered", undefined]);
      assert.deepEqual(await dataOf("function"), ["function", undefined]);
    });

    test("any value that a handler throws is answered once", async () => {
      const { here, there } = join();
      const hostile = new Proxy({}, { get: () => { throw new Error("trap"); } });
      const accessor = { get message() { throw new Error("getter"); } };
      const cyclic = new Error("cyclic");
      cyclic.cause = cyclic;
      const withFunction = Object.assign(new Error("carries a function"), { data: () => {} });
      const thrown = [
        undefined, null, true, false, 0, -0, NaN, Infinity, "", "text", 1n, Symbol("s"), () => {}, class {}, [], [1],
        {}, { message: 5 }, { code: 5 }, { code: "MINE", message: "m" }, Object.create(null), new Error(), new TypeError("t"),
        new AggregateError([], "a"), new there.BridgeError("X", "y"), Promise.resolve(1), new Map(), /x/, new Date(NaN),
        hostile, accessor, cyclic, withFunction, new Proxy(() => {}, {}), Object.assign(Object.create(Error.prototype), { message: "fake" }),
        { then() { throw new Error("thenable"); } },
      ];
      for (const [index, value] of thrown.entries()) {
        there.handle(`sync${index}`, () => { throw value; });
        there.handle(`async${index}`, async () => { throw value; });
        for (const way of ["sync", "async"]) {
          const error = await here.call(way + index).then(() => "resolved", (reason) => reason);
          assert.ok(here.BridgeError.isBridgeError(error), `${way} ${index}: ${String(error)}`);
          assert.equal(typeof error.code, "string");
          assert.notEqual(error.message, undefined);
        }
      }
      assert.equal(here.inspect().pending, 0);
      assert.equal(here.inspect().late, 0);
      assert.equal((await here.call("sync19").catch((e) => e)).code, "MINE");
    });

    test("thenables and values with a then property are answered", async () => {
      const { here, there } = join();
      there.handle("thenable", () => ({ then: (resolve) => { resolve(1); resolve(2); throw new Error("late"); } }));
      there.handle("value", () => ({ then: 5 }));
      there.handle("throwing", () => ({ get then() { throw new Error("no then"); } }));
      class Late extends Promise {}
      there.handle("subclass", () => Late.resolve("sub"));
      assert.equal(await here.call("thenable"), 1);
      assert.deepEqual(await here.call("value"), { then: 5 });
      await assert.rejects(here.call("throwing"), /no then/);
      assert.equal(await here.call("subclass"), "sub");
    });

    test("an invalid argument rejects, and nothing is sent", async () => {
      const { here, sent } = join();
      for (const timeout of [-1, NaN, -Infinity, "5", null, {}, 5n]) {
        await assert.rejects(here.call("x", 1, { timeout }), code("INVALID_ARGUMENT"));
      }
      for (const method of [undefined, null, 5, {}, Symbol("x"), ["x"]]) {
        await assert.rejects(here.call(method), code("INVALID_ARGUMENT"));
      }
      await assert.rejects(here.call("x", 1, { signal: 5 }), code("INVALID_ARGUMENT"));
      await assert.rejects(here.call("x", 1, { onProgress: 5 }), code("INVALID_ARGUMENT"));
      await assert.rejects(here.call("x", 1, { get timeout() { throw new Error("mine"); } }), /mine/);
      await assert.rejects(here.call("x", () => {}), /params: a function cannot cross the bridge/);
      await assert.rejects(here.call("x", 1, { timeout: 0 }), code("DEADLINE_EXCEEDED", "TimeoutError"));
      assert.equal(sent(), 0);
      assert.equal(here.inspect().pending, 0);
    });

    test("a huge timeout is none", async () => {
      const { here, there } = join();
      there.handle("deadline", (_, { deadline }) => deadline);
      assert.equal(await here.call("deadline", 0, { timeout: Infinity }), Infinity);
      assert.equal(await here.call("deadline", 0, { timeout: 2 ** 60 }), Infinity);
      assert.ok((await here.call("deadline", 0, { timeout: 5000 })) <= Date.now() + 5000);
    });

    test("an aborted signal rejects at once, before or after sending", async () => {
      const { here, there, sent } = join();
      const reason = new Error("enough");
      await assert.rejects(here.call("x", 1, { signal: AbortSignal.abort(reason) }), (error) => {
        assert.equal(error.cause, reason);
        return code("CANCELLED", "AbortError")(error);
      });
      assert.equal(sent(), 0);
      let release;
      let handlerSignal;
      there.handle("slow", (_, { signal }) => {
        handlerSignal = signal;
        return new Promise((resolve) => { release = resolve; });
      });
      const controller = new AbortController();
      const call = here.call("slow", 1, { signal: controller.signal });
      await settled();
      controller.abort(reason);
      await assert.rejects(call, code("CANCELLED", "AbortError"));
      assert.equal(here.inspect().pending, 0);
      await settled();
      assert.equal(handlerSignal.aborted, true);
      assert.equal(handlerSignal.reason.code, "CANCELLED");
      release("too late");
      await settled();
      assert.equal(here.inspect().late, 1);
    });

    test("a late or duplicate answer is counted and dropped", async () => {
      const { here, there, answerAgain } = join();
      there.handle("echo", (value) => value);
      assert.equal(await here.call("echo", "first"), "first");
      answerAgain(1);
      answerAgain(77);
      answerAgain(2 ** 52);
      assert.equal(here.inspect().late, 3);
    });

    test("progress reaches the caller and stops with the answer", async () => {
      const { here, there } = join();
      let report;
      there.handle("work", (_, call) => {
        report = call.report;
        report(0.5);
        report({ at: new Date(5) });
        return "done";
      });
      const seen = [];
      assert.equal(await here.call("work", 1, { onProgress: (value) => seen.push(value) }), "done");
      report(1);
      await settled();
      assert.deepEqual(seen, [0.5, { at: new Date(5) }]);
    });

    test("closing rejects all pending and later calls", async () => {
      const { here, there, close } = join();
      there.handle("never", () => new Promise(() => {}));
      let aborted;
      here.handle("served", (_, { signal }) => { aborted = signal; return new Promise(() => {}); });
      there.call("served").catch(() => {});
      const calls = [here.call("never"), here.call("never")];
      const stream = here.stream("never").next();
      const event = here.once("never.happened");
      await settled();
      close("ABORTED", "reloaded");
      for (const promise of [...calls, stream, event]) await assert.rejects(promise, code("ABORTED"));
      assert.equal(aborted.aborted, true);
      await assert.rejects(here.call("never"), code("UNAVAILABLE"));
      await assert.rejects(here.stream("never").next(), code("UNAVAILABLE"));
      assert.equal(here.inspect().pending, 0);
    });

    test("a nested call has no more time than its request and is cancelled with it", async () => {
      const { here, there } = join({ now: () => 1000 });
      let inner;
      here.handle("inner", (_, { deadline, signal }) => { inner = { deadline, signal }; return new Promise(() => {}); });
      there.handle("outer", (_, { call }) => call("inner", 1, { timeout: 90_000 }));
      const controller = new AbortController();
      const call = here.call("outer", 1, { timeout: 2000, signal: controller.signal });
      await settled();
      assert.equal(inner.deadline, 3000);
      controller.abort();
      await assert.rejects(call, code("CANCELLED", "AbortError"));
      await settled();
      await settled();
      assert.equal(inner.signal.aborted, true);
    });

    test("names of Object.prototype are names like any other", async () => {
      const { here, there, emit } = join();
      for (const name of [...Object.getOwnPropertyNames(Object.prototype), "then", "prototype", ""]) {
        await assert.rejects(here.call(name), code("UNIMPLEMENTED"), name);
        const undo = there.handle(name, () => name);
        assert.equal(await here.call(name), name);
        assert.throws(() => there.handle(name, () => {}), code("ALREADY_EXISTS"));
        undo();
        const received = here.once(name);
        emit(name, 5);
        assert.equal(await received, 5);
      }
    });

    test("ten thousand calls in flight have their own answers", async () => {
      const { here, there } = join();
      const waiting = [];
      there.handle("echo", (value) => new Promise((resolve) => waiting.push(() => resolve(value))));
      const calls = Array.from({ length: 10_000 }, (_, index) => here.call("echo", index));
      await settled();
      assert.equal(here.inspect().pending, 10_000);
      for (let at = 0; waiting.length > 0; at += 7919) waiting.splice(at % waiting.length, 1)[0]();
      assert.deepEqual(await Promise.all(calls), Array.from({ length: 10_000 }, (_, index) => index));
      assert.equal(here.inspect().pending, 0);
    });
  });
}

describe("answers at once", () => {
  /** A link whose other side is `answer(id, receive)`, and the messages that were posted to it. */
  const bridge = (answer) => {
    const posted = [];
    let receive;
    const link = {
      open: (given) => void (receive = given),
      call: () => undefined,
      callSync: (id, method) => answer(id, receive, method),
      post: (...message) => void posted.push(message),
    };
    return { here: createBridge(link), posted };
  };

  test("are returned by the link, or arrive before the link returns", () => {
    assert.equal(bridge(() => 7).here.callSync("m"), 7);
    assert.equal(bridge(() => VOID).here.callSync("m"), undefined);
    assert.equal(bridge((id, receive) => void receive(RESULT, id, undefined)).here.callSync("m"), undefined);
    const { here } = bridge((id, receive) => void receive(RESULT_ENCODED, id, ['{"a":[1]}', undefined]));
    assert.deepEqual(here.callSync("m", { b: 1 }), { a: [1] });
    assert.equal(here.inspect().pending, 0);
  });

  test("throw the error of the other side, with the caller's stack", () => {
    const { here } = bridge((id, receive) => void receive(ERROR, id, ['{"code":"NOT_FOUND","message":"gone"}', undefined]));
    assert.throws(() => here.callSync("m"), (error) => {
      assert.match(error.stack, /calls\.test\.js/);
      assert.equal(error.method, "m");
      return code("NOT_FOUND")(error);
    });
  });

  test("that do not arrive end the call with a hint", () => {
    const { here, posted } = bridge(() => undefined);
    assert.throws(() => here.callSync("m"), (error) => /await bridge\.call/.test(error.message) && code("FAILED_PRECONDITION")(error));
    assert.deepEqual(posted.map(([kind]) => kind), [CANCEL]);
    assert.equal(here.inspect().pending, 0);
    here.use((call, next) => next(call));
    assert.throws(() => here.callSync("m"), code("FAILED_PRECONDITION"));
  });

  test("may be requested while another request is being answered", () => {
    const nested = bridge((id, receive, method) => (method === "outer" ? nested.here.callSync("inner") + 1 : 1));
    assert.equal(nested.here.callSync("outer"), 2);
  });
});
