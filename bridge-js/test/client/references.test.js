import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { connectJsonRpc } from "../../client/json-rpc.js";
import { References } from "../../client/references.js";

/** Two ends of a link, of which the first sends functions. */
const join = () => {
  const sent = [];
  const ends = {};
  const port = (name, options) => ({
    ...options,
    send(text) {
      sent.push(text);
      queueMicrotask(() => ends[name].deliver(text));
    },
  });
  ends.here = connectJsonRpc(port("there", { takesFunctions: true }));
  ends.there = connectJsonRpc(port("here", {}));
  return { here: ends.here.bridge, there: ends.there.bridge, sent };
};

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
    assert.equal(here.inspect().references, 2);
  });

  test("a function is gone when each of its copies is released", async () => {
    const { here, there } = join();
    there.handle("each", () => {});
    const row = () => 1;
    await here.call("each", [row, row]);
    await there.call("$/release", [1, 1]);
    assert.equal(await there.call("$/call/1"), 1);
    await there.call("$/release", [1, 1]);
    await assert.rejects(there.call("$/call/1"), { code: "NOT_FOUND", message: "The function no longer exists: it was released." });
    assert.equal(here.inspect().references, 0);
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
      assert.equal(here.inspect().references, 1, JSON.stringify(params));
    }
    for (const name of ["$/call/", "$/call/0", "$/call/x", "$/call/1.5", "$/call/-1", "$/call/9007199254740993", "$/call/__proto__"]) {
      await assert.rejects(there.call(name), { code: "NOT_FOUND" });
    }
    await there.call("$/release", [1, 10]);
    assert.equal(here.inspect().references, 0);
  });

  test("functions of a value that cannot cross are taken back", async () => {
    const { here } = join();
    await assert.rejects(here.call("x", [() => 1, { f() {} }, Symbol("s")]), { message: "params[2]: a symbol cannot cross the bridge" });
    await assert.rejects(here.call("x", { c: class {} }), { message: "params.c: a class cannot cross the bridge: pass a function that makes an instance" });
    assert.equal(here.inspect().references, 0);
  });

  test("functions of a call that cannot be sent are taken back", async () => {
    const { bridge } = connectJsonRpc({
      takesFunctions: true,
      send() {
        throw new Error("broken");
      },
    });
    await assert.rejects(bridge.call("x", () => 1), { code: "UNAVAILABLE" });
    assert.equal(bridge.inspect().references, 0);
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
    assert.equal(here.inspect().references, 3);
  });

  test("results may have functions; items, progress and events may not", async () => {
    const { here, there } = join();
    here.handle("formatter", (locale) => (value) => `${locale} ${value}`);
    here.handle("items", async function* () {
      yield () => 1;
    });
    assert.deepEqual(await there.call("formatter", "de"), { $reference: 1 });
    assert.equal(await there.call("$/call/1", 5), "de 5");
    await assert.rejects(there.stream("items").next(), /item: a function cannot cross the bridge/);
    assert.equal(here.inspect().references, 1);
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
