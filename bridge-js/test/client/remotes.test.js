import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { join, joinBoth } from "./joined-bridges.js";

describe("objects of this side", () => {
  const make = (here) => {
    class Counter extends here.RemoteObject {
      #total = 0;
      add(count) {
        return (this.#total += count);
      }
      seen(value, call) {
        return [value, call.method, arguments.length];
      }
    }
    return Counter;
  };

  test("an object crosses as its number and the name of its class", async () => {
    const { here, there } = join();
    const Counter = make(here);
    there.handle("echo", (params) => params);
    const one = new Counter();
    const anonymous = here.remote(Object.create({ f: () => 1 }));
    const params = await here.call("echo", { one, list: [one, here.remote({ f: () => 1 })], anonymous, value: { f: 1 } });
    assert.deepEqual(params, {
      one: { $reference: [1, "Counter"] },
      list: [{ $reference: [1, "Counter"] }, { $reference: [2, "Object"] }],
      anonymous: { $reference: [3, "Object"] },
      value: { f: 1 },
    });
    assert.equal(await there.call("$/call/1/add", 3), 3);
    assert.equal(await there.call("$/call/1/add", 4), 7);
    assert.deepEqual(await there.call("$/call/1/seen", 5), [5, "seen", 2]);
    assert.equal(await there.call("$/call/2/f"), 1);
    assert.equal(await there.call("$/call/3/f"), 1);
    for (const method of ["$/call/1", "$/call/1/", "$/call/1/constructor", "$/call/1/__proto__", "$/call/2/hasOwnProperty"]) {
      await assert.rejects(there.call(method), { code: "UNIMPLEMENTED", message: "There is no such method." });
    }
    await assert.rejects(there.call("$/call/4/add"), { code: "NOT_FOUND" });
    here.release(one);
    await assert.rejects(there.call("$/call/1/add", 1), { code: "NOT_FOUND" });
    assert.equal(here.inspect().references.exported, 2);
  });

  test("a function has no methods", async () => {
    const { here, there } = join();
    here.remote({});
    there.handle("echo", (params) => params);
    await here.call("echo", () => 1);
    for (const name of ["call", "apply", "bind", "toString", ""]) {
      await assert.rejects(there.call(`$/call/1/${name}`), { code: "UNIMPLEMENTED" });
    }
  });

  test("an object whose traps throw is refused or called, and nothing else happens", async () => {
    const { here, there } = join();
    there.handle("echo", (params) => params);
    const hostile = new Proxy({}, {
      getPrototypeOf() {
        throw new Error("trap");
      },
    });
    assert.throws(() => here.remote(hostile), /trap/);
    let isHostile = false;
    const later = here.remote(new Proxy(Object.create({ f: () => 1 }), {
      getPrototypeOf(target) {
        if (isHostile) throw new Error("trap");
        return Object.getPrototypeOf(target);
      },
    }));
    isHostile = true;
    assert.deepEqual(await here.call("echo", later), { $reference: [1, "Object"] });
    await assert.rejects(there.call("$/call/1/f"), { message: "trap" });
  });

  test("over a link without functions an object is refused", async () => {
    const { there } = join();
    const object = there.remote({ f: () => 1 });
    await assert.rejects(there.call("x", [object]), { message: "params[0]: an object cannot cross by reference here" });
  });

  test("an object of the other side stays what it is", async () => {
    const { here, there } = joinBoth();
    const back = [];
    there.handle("take", (value) => void back.push(value));
    const own = there.remote({ f: () => 1 });
    there.handle("give", () => () => 1);
    const given = await here.call("give");
    assert.equal(here.remote(given), given);
    await here.call("take", given);
    assert.equal(typeof back[0], "function");
    assert.equal(own.f(), 1);
  });
});
