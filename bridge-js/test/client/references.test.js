import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { connectJsonRpc } from "../../client/json-rpc.js";
import { References } from "../../client/references.js";
import { join, joinBoth } from "./joined-bridges.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

const settled = () => new Promise((resolve) => void setImmediate(resolve));

describe("functions", () => {
  test("a function crosses as its number, which calls it", async () => {
    const { here, there } = join();
    there.handle("each", (params) => params);
    const row = function (value) {
      return [this, value, arguments.length];
    };
    const params = await here.call("each", { row, list: [row, () => 5] });
    assert.deepEqual(params, { row: { $reference: 1 }, list: [{ $reference: 1 }, { $reference: 2 }] });
    assert.deepEqual(await there.call("$/call/1", 41), [undefined, 41, 1]);
    assert.equal(await there.call("$/call/2"), 5);
    assert.equal(here.inspect().references.exported, 2);
  });

  test("a function is gone when each of its copies is released", async () => {
    const { here, there } = join();
    there.handle("each", () => {});
    const row = () => 1;
    await here.call("each", [row, row]);
    await there.call("$/release", [1, 1]);
    assert.equal(await there.call("$/call/1"), 1);
    await there.call("$/release", [1, 1]);
    await assert.rejects(there.call("$/call/1"), { code: "NOT_FOUND", message: "The function or object no longer exists: it was released." });
    assert.equal(here.inspect().references.exported, 0);
    // Passed again it is a new one.
    await here.call("each", row);
    assert.equal(await there.call("$/call/2"), 1);
  });

  test("releases that make no sense have no effect", async () => {
    const { here, there } = join();
    there.handle("each", () => {});
    await here.call("each", () => 1);
    for (const params of [undefined, null, 5, [], [1], [1, 0], [1, -1], [1, 0.5], [1, "1"], ["1", 1], [2, 1], [{}, 1], [1, NaN]]) {
      await there.call("$/release", params);
      assert.equal(here.inspect().references.exported, 1, JSON.stringify(params));
    }
    for (const name of ["$/call/", "$/call/0", "$/call/x", "$/call/1.5", "$/call/-1", "$/call/9007199254740993", "$/call/__proto__"]) {
      await assert.rejects(there.call(name), { code: "NOT_FOUND" });
    }
    await there.call("$/release", [1, 10]);
    assert.equal(here.inspect().references.exported, 0);
  });

  test("functions of a value that cannot cross are taken back", async () => {
    const { here } = join();
    await assert.rejects(here.call("x", [() => 1, { f() {} }, Symbol("s")]), { message: "params[2]: a symbol cannot cross the bridge" });
    await assert.rejects(here.call("x", { c: class {} }), { message: "params.c: a class cannot cross the bridge: pass a function that makes an instance" });
    assert.equal(here.inspect().references.exported, 0);
  });

  test("functions of a call that cannot be sent are taken back", async () => {
    const { bridge } = connectJsonRpc({
      takesFunctions: true,
      send() {
        throw new Error("broken");
      },
    });
    await assert.rejects(bridge.call("x", () => 1), { code: "UNAVAILABLE" });
    assert.equal(bridge.inspect().references.exported, 0);
  });

  test("a getter that calls the bridge meanwhile keeps the functions of both calls", async () => {
    const { here, there } = join();
    there.handle("each", (params) => params);
    let inner;
    const params = {
      first: () => 1,
      get second() {
        inner = here.call("each", [() => 2]);
        return () => 3;
      },
    };
    const outer = await here.call("each", params);
    assert.equal(await there.call(`$/call/${(await inner)[0].$reference}`), 2);
    assert.equal(await there.call(`$/call/${outer.first.$reference}`), 1);
    assert.equal(await there.call(`$/call/${outer.second.$reference}`), 3);
    assert.equal(here.inspect().references.exported, 3);
  });

  test("results and items may have functions; progress and events may not", async () => {
    const { here, there } = join();
    here.handle("formatter", (locale) => (value) => `${locale} ${value}`);
    here.handle("items", async function* () {
      yield () => 1;
    });
    here.handle("slow", (_, call) => call.report(() => 1));
    assert.deepEqual(await there.call("formatter", "de"), { $reference: 1 });
    assert.equal(await there.call("$/call/1", 5), "de 5");
    assert.deepEqual((await there.stream("items").next()).value, { $reference: 2 });
    await assert.rejects(there.call("slow"), /progress: a function cannot cross the bridge/);
    assert.equal(here.inspect().references.exported, 2);
  });

  test("a link that takes no functions says so", async () => {
    const { there } = join();
    await assert.rejects(there.call("x", () => 1), { message: "params: a function cannot cross the bridge" });
  });

  test("counts are exact for random sends and releases", () => {
    const references = new References();
    const targets = Array.from({ length: 20 }, () => () => {});
    const held = new Map();
    let seed = 1;
    const random = (below) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % below;
    for (let round = 0; round < 20_000; round += 1) {
      const target = targets[random(targets.length)];
      if (random(2) === 0) {
        const number = references.lend(target);
        const known = held.get(target);
        if (known === undefined) held.set(target, { number, copies: 1 });
        else {
          assert.equal(number, known.number);
          known.copies += 1;
        }
      } else if (held.has(target)) {
        const known = held.get(target);
        references.release(known.number, 1);
        known.copies -= 1;
        if (known.copies === 0) held.delete(target);
      }
      assert.equal(references.size, held.size);
    }
    for (const { number, copies } of held.values()) references.release(number, copies);
    assert.equal(references.size, 0);
  });
});

describe("functions of the other side", () => {
  test("a function is called as any other, and its errors arrive", async () => {
    const { here, there } = joinBoth();
    there.handle("each", async ({ row }) => [await row(1), await row(2)]);
    assert.deepEqual(await here.call("each", { row: async (value) => value * 10 }), [10, 20]);
    there.handle("formatter", (locale) => (value) => `${locale} ${value}`);
    const format = await here.call("formatter", "de");
    assert.equal(await format(5), "de 5");
    there.handle("thrower", () => () => {
      throw new RangeError("too far");
    });
    const thrower = await here.call("thrower");
    await assert.rejects(thrower(), { code: "UNKNOWN", message: /too far/ });
  });

  test("the same function arrives as the same object, and comes back as what it was", async () => {
    const { here, there } = joinBoth();
    const received = [];
    there.handle("take", (given) => void received.push(given));
    there.handle("give", () => received[0]);
    const own = () => 1;
    await here.call("take", own);
    await here.call("take", own);
    assert.equal(received[0], received[1]);
    assert.equal(await here.call("give"), own);
    assert.deepEqual(here.inspect().references, { exported: 1, imported: 0 });
    assert.deepEqual(there.inspect().references, { exported: 0, imported: 1 });
  });

  test("a function that was released is gone on both sides", async () => {
    const { here, there } = joinBoth();
    there.handle("formatter", () => () => 1);
    there.handle("take", () => {});
    const format = await here.call("formatter");
    here.release(format);
    here.release(format);
    await settled();
    assert.deepEqual(there.inspect().references, { exported: 0, imported: 0 });
    await assert.rejects(format(), { code: "NOT_FOUND", message: "The function or object no longer exists: it was released." });
    await assert.rejects(here.call("take", { format }), { code: "INVALID_ARGUMENT", message: "params.format: it was released" });
    // What arrives afterwards is a new one.
    const next = await here.call("formatter");
    assert.notEqual(next, format);
    assert.equal(await next(), 1);
  });

  test("an export that its owner ends is gone for the other side", async () => {
    const { here, there } = joinBoth();
    const own = () => 1;
    there.handle("formatter", () => own);
    const format = await here.call("formatter");
    there.release(own);
    await assert.rejects(format(), { code: "NOT_FOUND" });
    const next = await here.call("formatter");
    assert.equal(await next(), 1);
  });

  test("what cannot be released is refused, and what did not cross is ignored", () => {
    const { here } = joinBoth();
    here.release(() => 1);
    for (const value of [undefined, null, 1, "x", 1n]) {
      assert.throws(() => here.release(value), { code: "INVALID_ARGUMENT", message: "release takes a function or an object that crossed the bridge" });
    }
  });

  test("options of a call are those of bridge.call", async () => {
    const { here, there } = joinBoth();
    there.handle("waiter", () => () => new Promise(() => {}));
    const wait = await here.call("waiter");
    await assert.rejects(wait(1, { timeout: 0 }), { code: "DEADLINE_EXCEEDED", method: "function" });
    const stop = new AbortController();
    const waiting = wait(1, { signal: stop.signal });
    stop.abort();
    await assert.rejects(waiting, { code: "CANCELLED" });
    await assert.rejects(wait(1, { timeuot: 5 }), { code: "INVALID_ARGUMENT" });
    await assert.rejects(wait(1, undefined, 2), { code: "INVALID_ARGUMENT" });
  });

  test("a function that was collected is released, with all of its copies", async () => {
    const { here, there } = joinBoth();
    const own = () => 1;
    there.handle("formatter", () => [own, own]);
    await (async () => {
      for (let round = 0; round < 100; round += 1) await here.call("formatter");
    })();
    there.handle("nothing", () => {});
    await here.call("nothing"); // The client holds the promise that it made last.
    for (let round = 0; round < 100 && there.inspect().references.exported > 0; round += 1) {
      collect();
      await settled();
    }
    assert.deepEqual([here.inspect().references.imported, there.inspect().references.exported], [0, 0]);
  });

  test("what only looks like a function is what it is", async () => {
    const { here, there } = joinBoth();
    there.handle("echo", (params) => params);
    const values = [{ $reference: 1 }, { $reference: -1 }, { $reference: "x" }, [{ $reference: 0 }], { a: 1, $reference: 1 }];
    for (const value of values) assert.deepEqual(await here.call("echo", value), value);
  });

  test("a closed bridge has no functions", async () => {
    const { here, there, close } = joinBoth();
    there.handle("formatter", () => () => 1);
    const format = await here.call("formatter");
    close();
    await assert.rejects(format(), { code: "UNAVAILABLE" });
    assert.equal(here.inspect().references.imported, 0);
  });
});

describe("objects of the other side", () => {
  /** An end that sends objects as Swift does, and the messages that it received. */
  const joinObjects = () => {
    const sent = [];
    let link;
    const port = {
      takesFunctions: true,
      send(text) {
        const { id, method, params } = JSON.parse(text);
        sent.push([method, params?.[0]]);
        const answers = {
          open: { $reference: [7, "Cursor", "next", "skip", "*rows"] },
          "$/call/7/next": { id: 1 },
          "$/call/7/skip": { $undefined: true },
        };
        queueMicrotask(() => link.deliver(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method] ?? null })));
      },
    };
    link = connectJsonRpc(port);
    return { bridge: link.bridge, sent };
  };

  test("an object has its methods and nothing else", async () => {
    const { bridge, sent } = joinObjects();
    const cursor = await bridge.call("open");
    assert.deepEqual(await cursor.next(), { id: 1 });
    assert.equal(await cursor.skip({ count: 5 }), undefined);
    assert.equal(cursor.close, undefined);
    assert.equal(cursor.then, undefined);
    assert.equal(`${Object.prototype.toString.call(cursor)}`, "[object Cursor]");
    assert.equal(await bridge.call("open"), cursor);
    assert.deepEqual(sent.slice(1, 3), [["$/call/7/next", undefined], ["$/call/7/skip", { count: 5 }]]);
    assert.throws(() => {
      "use strict";
      cursor.next = 1;
    }, TypeError);
    await assert.rejects((0, cursor.next)(), { code: "INVALID_ARGUMENT", message: "Cursor.next was called without its object" });
    await assert.rejects(cursor.next(1, {}, 2), { code: "INVALID_ARGUMENT" });
    await assert.rejects(cursor.next(1, { timeout: 0 }), { code: "DEADLINE_EXCEEDED", method: "Cursor.next" });
    assert.throws(() => JSON.stringify(cursor), { message: "Cursor of the other side has no JSON: it crosses by reference" });
    assert.equal(typeof cursor.rows()[Symbol.asyncIterator], "function");
  });

  test("an object goes back as what it was, and after its release not at all", async () => {
    const { bridge, sent } = joinObjects();
    const cursor = await bridge.call("open");
    await bridge.call("take", { cursor, list: [cursor] });
    assert.deepEqual(sent.at(-1), ["take", { cursor: { $reference: -7 }, list: [{ $reference: -7 }] }]);
    bridge.release(cursor);
    assert.deepEqual(sent.at(-1), ["$/release", [7, 1]]);
    await assert.rejects(cursor.next(), { code: "NOT_FOUND" });
    assert.throws(() => cursor.rows(), { code: "NOT_FOUND" });
    await assert.rejects(bridge.call("take", { cursor }), { message: "params.cursor: it was released" });
  });

  test("an object of another bridge cannot cross", async () => {
    const { bridge } = joinObjects();
    const cursor = await bridge.call("open");
    await assert.rejects(joinObjects().bridge.call("take", { cursor }), { message: /params.cursor: Cursor has no properties/ });
  });

  test("what does not look like an object's reference is what it is", async () => {
    const { here, there } = joinBoth();
    there.handle("echo", (params) => params);
    for (const value of [{ $reference: [] }, { $reference: [1] }, { $reference: ["1", "A"] }, { $reference: [-1, "A"] }, { $reference: [1, 2] }]) {
      assert.deepEqual(await here.call("echo", value), value);
    }
  });
});
