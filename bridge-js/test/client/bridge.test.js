import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { createBridge, version, webkitMessageHandlers } from "../../index.js";
import * as kinds from "../../client/kinds.js";
import { Ring } from "../../client/ring.js";

/** A bridge whose other side is the test: `answer` receives each call and may answer at once. */
const alone = (answer = () => undefined, options = {}) => {
  const calls = [];
  const posts = [];
  let receive;
  const bridge = createBridge({
    open: (given) => { receive = given; },
    call: (id, method, tag, body, attachments, timeout, credit) => {
      calls.push({ id, method, tag, body, attachments, timeout, credit });
      return answer(id, method, body);
    },
    post: (...message) => void posts.push(message),
  }, options);
  return { bridge, calls, posts, receive };
};

describe("answers", () => {
  test("a link may answer at once, also with VOID", async () => {
    const { bridge } = alone((_, method) => (method === "void" ? kinds.VOID : 5));
    assert.equal(await bridge.call("five"), 5);
    assert.equal(await bridge.call("void"), undefined);
    assert.equal(bridge.inspect().pending, 0);
  });

  test("an answer that arrives while the call is being sent settles it", async () => {
    let receive;
    const bridge = createBridge({ open: (r) => { receive = r; }, call: (id) => void receive(kinds.RESULT, id, id), post() {} });
    assert.equal(await bridge.call("x"), 1);
    assert.equal(await bridge.call("x"), 2);
    assert.deepEqual(bridge.inspect(), { pending: 0, handlers: 0, listeners: 0, streams: 0, late: 0, references: { exported: 0, imported: 0 } });
  });

  test("a link that throws rejects that call", async () => {
    const { bridge } = alone(() => { throw new Error("cut"); });
    await assert.rejects(bridge.call("x"), (error) => error.code === "UNAVAILABLE" && error.cause.message === "cut");
    assert.equal(bridge.inspect().pending, 0);
  });

  test("an answer that cannot be read rejects its call and no other", async () => {
    const reported = [];
    const { bridge, receive } = alone(() => undefined, { reportError: (error) => reported.push(error.message) });
    const calls = [bridge.call("a"), bridge.call("b"), bridge.call("c")];
    receive(kinds.RESULT_ENCODED, 1, ["{"], 99, 0, null, kinds.ERROR, 2, ["{"], kinds.RESULT, 3, "fine");
    await assert.rejects(calls[0], { code: "INTERNAL" });
    await assert.rejects(calls[1], { code: "INTERNAL" });
    assert.equal(await calls[2], "fine");
    assert.deepEqual(reported, ["unknown kind of message: 99"]);
  });

  test("a million calls have their own answers and leave nothing behind", async () => {
    const { bridge, calls, receive } = alone();
    let wrong = 0;
    let answered = 0;
    for (let round = 0; round < 1000; round += 1) {
      for (let at = 0; at < 1000; at += 1) {
        const argument = round * 1000 + at;
        bridge.call("echo", argument).then((value) => {
          answered += 1;
          if (value !== argument) wrong += 1;
        });
      }
      const triples = calls.splice(0).reverse().flatMap(({ id, body }) => [kinds.RESULT, id, body]);
      receive(...triples);
      await null;
    }
    assert.equal(answered, 1_000_000);
    assert.equal(wrong, 0);
    assert.deepEqual(bridge.inspect(), { pending: 0, handlers: 0, listeners: 0, streams: 0, late: 0, references: { exported: 0, imported: 0 } });
  });
});

describe("the ring", () => {
  test("keeps a call that is pending for more than a lap", () => {
    const ring = new Ring();
    const keep = (id) => { ring.open(id, `m${id}`); ring.keep(id, () => id, () => -id); };
    for (const id of [1, 2, 3]) keep(id);
    for (let id = 4; id < 300_000; id += 1) { keep(id); assert.ok(ring.take(id)); assert.equal(ring.resolve(), id); }
    assert.equal(ring.size, 3);
    for (const id of [3, 1, 2]) { assert.ok(ring.take(id)); assert.equal(ring.method, `m${id}`); assert.ok(!ring.take(id)); }
    assert.equal(ring.size, 0);
    assert.ok(!ring.take(0) && !ring.take(-1) && !ring.take(NaN) && !ring.take("4"));
  });

  test("finds every call after it stopped growing", () => {
    const ring = new Ring();
    for (let id = 1; id <= 200_000; id += 1) { ring.open(id, ""); ring.keep(id, () => id, () => {}); }
    assert.equal(ring.size, 200_000);
    assert.equal(ring.ids().length, 200_000);
    for (let id = 1; id <= 200_000; id += 1) assert.ok(ring.take(id) && ring.resolve() === id);
    assert.equal(ring.size, 0);
  });

  test("works at the largest ids", () => {
    const ring = new Ring();
    for (let id = Number.MAX_SAFE_INTEGER - 200; id <= Number.MAX_SAFE_INTEGER; id += 1) ring.open(id, `${id}`);
    assert.ok(ring.take(Number.MAX_SAFE_INTEGER) && ring.method === `${Number.MAX_SAFE_INTEGER}`);
    assert.equal(ring.size, 200);
  });
});

describe("middleware", () => {
  test("runs outermost first, may change, repeat and answer", async () => {
    const { bridge } = alone((_, method, body) => (body === 1 ? "one" : method));
    const log = [];
    const undo = bridge.use(async (call, next) => { log.push("a"); const value = await next(call); log.push("z"); return value; });
    bridge.use((call, next) => { log.push("b"); return next({ ...call, params: 1 }); });
    assert.equal(await bridge.call("x", 5), "one");
    assert.deepEqual(log, ["a", "b", "z"]);
    undo();
    undo();
    assert.equal(await bridge.call("x"), "one");
    bridge.use(() => { throw new Error("refused"); });
    await assert.rejects(bridge.call("x"), /refused/);
  });
});

describe("proxies", () => {
  const { bridge, calls } = alone(() => "answer");
  const proxies = { plugins: bridge.plugins, plugin: bridge.plugins.wifi, webkit: webkitMessageHandlers(bridge) };
  for (const [name, proxy] of Object.entries(proxies)) {
    test(`${name} is safe to await, print, spread and inspect`, async () => {
      const before = calls.length;
      assert.equal(await proxy, proxy);
      assert.equal(typeof `${proxy}`, "string");
      assert.match(String(proxy), /^\[(bridge\.plugins|webkit\.messageHandlers)/);
      assert.deepEqual({ ...proxy }, {});
      assert.equal(JSON.stringify(proxy), "{}");
      assert.equal(typeof inspect(proxy, { showProxy: true }) + typeof inspect(proxy), "stringstring");
      assert.deepEqual(Object.keys(proxy), []);
      assert.equal("then" in proxy, false);
      assert.equal("anything" in proxy, true);
      assert.equal(proxy == 1, false);
      assert.throws(() => { proxy.x = 1; }, TypeError);
      assert.throws(() => { delete proxy.x; }, TypeError);
      assert.throws(() => Object.defineProperty(proxy, "x", { value: 1 }), TypeError);
      assert.throws(() => Object.setPrototypeOf(proxy, {}), TypeError);
      assert.equal(proxy.then, undefined);
      assert.equal(proxy.constructor, undefined);
      assert.equal(proxy.__proto__, undefined);
      assert.equal(proxy.hasOwnProperty("x"), false);
      assert.equal(proxy[Symbol.iterator], undefined);
      assert.equal(proxy.wifi, proxy.wifi);
      assert.equal(calls.length, before);
    });
  }

  test("a member of a plugin calls, and its on adds a listener", async () => {
    const { wifi } = bridge.plugins;
    assert.equal(await wifi.ssid({ a: 1 }, { timeout: 9 }), "answer");
    const { method, body, timeout } = calls.at(-1);
    assert.deepEqual([method, body, timeout], ["wifi.ssid", '{"a":1}', 9]);
    const stop = wifi.on("changed", () => {});
    assert.deepEqual([calls.at(-1).method, calls.at(-1).body], ["$/subscribe", '{"event":"wifi.changed"}']);
    stop();
    assert.equal(await proxies.webkit.wifi.postMessage({}), "answer");
    assert.ok(Object.isFrozen(proxies.webkit.wifi) && Object.isFrozen(bridge) && Object.isFrozen(bridge.BridgeError));
  });
});

describe("$/invoke", () => {
  const invoke = (params) => {
    const { receive, posts } = alone();
    receive(kinds.REQUEST, 1, ["$/invoke", params, undefined, undefined]);
    const [[kind, , , body]] = posts;
    return kind === kinds.ERROR ? JSON.parse(body).code : body;
  };

  test("calls a global function by its dotted name, with values", () => {
    globalThis.app = { name: "app", onResult(...values) { return `${this.name}:${values.join()}`; } };
    assert.equal(invoke(["app.onResult", ["id", "');alert(1)//", null]]), "app:id,');alert(1)//,");
    delete globalThis.app;
  });

  test("answers NOT_FOUND where there is no function, and compiles no text", () => {
    for (const name of ["nowhere", "nowhere.at.all", "", ".", "process.pid", "eval", "Function", "globalThis.eval", "Object.constructor"]) {
      assert.equal(invoke([name, ["1+1"]]), "NOT_FOUND", name);
    }
    for (const params of [undefined, "x", [], [5, []], ["x"], ["x", {}]]) assert.equal(invoke(params), "INVALID_ARGUMENT");
  });
});

test("$/methods names the handlers, and not those that were removed", () => {
  const { bridge, receive, posts } = alone();
  const ask = () => {
    receive(kinds.REQUEST, posts.length + 1, ["$/methods", undefined, undefined, undefined]);
    return JSON.parse(posts.at(-1)[3]);
  };
  assert.deepEqual(ask(), []);
  bridge.handle("orders.find", () => 1);
  const remove = bridge.handle("orders.all", () => 1);
  assert.deepEqual(ask(), ["orders.find", "orders.all"]);
  remove();
  assert.deepEqual(ask(), ["orders.find"]);
});

test("the version is that of the package", () => {
  assert.equal(version, JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version);
});

test("stacks begin at the caller, up to 64 pending calls", async () => {
  const { bridge, receive } = alone();
  const calls = Array.from({ length: 70 }, () => bridge.call("x"));
  for (let id = 1; id <= 70; id += 1) receive(kinds.ERROR, id, ['{"message":"no","code":"NOT_FOUND"}']);
  const errors = await Promise.all(calls.map((call) => call.catch((error) => error)));
  assert.match(errors[0].stack, /^BridgeError: no\n {4}at .*bridge\.test\.js/);
  assert.match(errors[63].stack.split("\n")[1], /bridge\.test\.js/);
});
