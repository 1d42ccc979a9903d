// A page changes the built-ins after the client was loaded: calls have the same answers as before.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { indices, intrinsics, members, namesIn, onEverything, onIntrinsics, onNames } from "../support/attacks.js";
import { load, parts } from "../support/embedded.js";

/**
 * A realm with the embedded client, and a native side that answers from outside.
 * The messages to the native side are stored as text: the realm's prototypes are not used later.
 */
const makeRealm = () => {
  const context = vm.createContext({});
  const sent = [];
  const names = [];
  const posted = [];
  const native = {
    intern: (name) => names.push(name) - 1,
    call: (id, method, tag, body) => void sent.push({ id, method: names[method], tag, body }),
    post: (kind, id, tag, body) => void posted.push([kind, id, tag, body]),
  };
  return { context, client: load(context).connect(native), sent, posted };
};

/** The client itself is not attacked. */
const INTRINSICS = intrinsics(["bridge", "webkit", "globalThis", "console"]);

/** Runs in the realm before the attack: the calls of the page, and the functions that inspect its promises. */
const PAGE = new vm.Script(`(() => {
  const then = Function.prototype.call.bind(Promise.prototype.then);
  const define = Object.defineProperty;
  let received = 0;
  let items;
  const value = { list: [1, , { deep: NaN }], map: new Map([["k", new Date(5)]]), text: "t", f: (x) => x + 1 };
  const unsendable = Symbol("s");
  return {
    begin: () => {
      bridge.on("changed", (value) => { received = value; });
      bridge.handle("served", async (x, { signal }) => ({ twice: [x, x], isAborted: signal.aborted }));
      items = bridge.stream("items", undefined, { buffer: 2 });
    },
    call: () => [bridge.call("a", 5), bridge.call("b", value), bridge.call("c", "x"), bridge.call("d", unsendable), items.next()],
    watch: (promise, onValue, onError) => {
      define(promise, "constructor", { __proto__: null, value: undefined });
      then(promise, onValue, onError);
    },
    received: () => received,
  };
})()`);

const pick = [(v) => v, (v) => v.b.$c, (v) => v, (v) => v, (v) => v.value[0]];

const run = async ({ context, client, sent, posted }, tamper, isUsedBefore) => {
  const page = PAGE.runInContext(context);
  if (isUsedBefore) page.begin();
  tamper();
  if (!isUsedBefore) page.begin();
  const promises = page.call();
  const log = [];
  for (let at = 0; at < 5; at += 1) {
    page.watch(
      promises[at],
      (value) => { log[at] = String(pick[at](value)); },
      (error) => { log[at] = `${error.code} ${error.message}`; },
    );
  }
  const idOf = (method) => sent.find((message) => message.method === method).id;
  const { receive } = client;
  receive(0, idOf("$/subscribe"), undefined, 0, idOf("a"), 10, 1, idOf("b"), ['{"b":{"$object":{"$c":7}},"s":{"$set":[1]}}']);
  receive(2, idOf("c"), ['{"message":"no","code":"NOT_FOUND","data":{"x":{"$undefined":true}}}']);
  receive(6, idOf("items"), ["[5]"]);
  receive(7, 0, ["changed", 3], 9, 1, ["served", 4, undefined, undefined], 9, 2, ["missing", 4, undefined, undefined], 9, 3, ["$/call/1", 4, undefined, undefined]);
  await new Promise((resolve) => setImmediate(resolve));
  const answers = posted.map(([kind, id, , body]) => `${kind} ${id} ${kind === 2 ? JSON.parse(body).code : body}`);
  return [...log, String(page.received()), sent.find(({ method }) => method === "b").body, ...answers, String(client.bridge.inspect().pending)];
};

const untouched = await run(makeRealm(), () => {}, true);

test("a realm without changes has the expected outcome", () => {
  assert.deepEqual(untouched, [
    "10",
    "7",
    "NOT_FOUND no",
    "INVALID_ARGUMENT params: a symbol cannot cross the bridge",
    "5",
    "3",
    '{"list":[1,{"$undefined":true},{"deep":{"$number":"NaN"}}],"map":{"$map":[["k",{"$date":5}]]},"text":"t","f":{"$reference":1}}',
    "12 5 1",
    "2 2 UNIMPLEMENTED",
    "0 3 5",
    '0 1 {"twice":[4,4],"isAborted":false}',
    "0",
  ]);
});

const total = vm.runInContext(INTRINSICS, makeRealm().context).length;

/** Every intrinsic is attacked once; with CAUSEWAY_EXHAUSTIVE=1 by every attack. */
const isExhaustive = process.env.CAUSEWAY_EXHAUSTIVE === "1";

for (const [kind, [attack, code]] of Object.entries(onIntrinsics).entries()) {
  for (const isUsedBefore of [true, false]) test(`intrinsics replaced by ${attack} ${isUsedBefore ? "after" : "before"} the bridge is first used`, async () => {
    assert.ok(total > 800, `${total} intrinsics found`);
    const failed = [];
    for (let index = 0; index < total; index += 1) {
      if (!isExhaustive && index % (isUsedBefore ? 3 : 9) !== kind) continue;
      const realm = makeRealm();
      const [owner, key, path] = vm.runInContext(INTRINSICS, realm.context)[index];
      const attacker = vm.runInContext(code, realm.context);
      const log = await run(realm, () => attacker(owner, key), isUsedBefore).catch((error) => [`${error}`]);
      if (JSON.stringify(log) !== JSON.stringify(untouched)) failed.push(`${path}: ${log.find((line, at) => line !== untouched[at])}`);
    }
    assert.deepEqual(failed, []);
  });
}

/** The engine reads the first name from every value; errors and the options of a call may inherit the others. */
const ASKED_OF_ALL = ["then", "data", "cause", "method", "timeout", "signal", "metadata"];

/** Runs the scenario with names defined on prototypes, and returns the differences and the calls of these names. */
const plant = async (attack, holder, name) => {
  const realm = makeRealm();
  if (ASKED_OF_ALL.includes(name) || vm.runInContext(`${JSON.stringify(name)} in ${holder}`, realm.context)) return [];
  const received = [];
  const planter = vm.runInContext(attack, realm.context);
  const owner = vm.runInContext(holder, realm.context);
  const log = await run(realm, () => planter(owner, name, (what) => void received.push(what)), false).catch((error) => [`${error}`]);
  const failed = [];
  if (received.length > 0) failed.push(`${holder}.${name}: received ${received}`);
  if (JSON.stringify(log) !== JSON.stringify(untouched)) failed.push(`${holder}.${name}: ${log.find((line, at) => line !== untouched[at])}`);
  return failed;
};

for (const [kind, [what, attack]] of Object.entries(onNames).entries()) {
  test(`names defined as ${what} on Object.prototype before the bridge is first used have no effect and are never called`, async () => {
    const names = [...namesIn(parts)];
    const failed = [];
    for (const [at, name] of names.entries()) {
      if (isExhaustive || kind === 1 || at % 5 === kind) failed.push(...(await plant(attack, "Object.prototype", name)));
    }
    assert.ok(names.length > 300, `${names.length} names found`);
    assert.deepEqual(failed, []);
  });

  test(`indices and members defined as ${what} on the prototypes have no effect and are never called`, async () => {
    const failed = [];
    // The page's own list has a hole at 1.
    const others = indices.filter((name) => name !== "1");
    for (const name of others) for (const holder of ["Array.prototype", "Object.prototype"]) failed.push(...(await plant(attack, holder, name)));
    for (const name of members) failed.push(...(await plant(attack, "Object.prototype", name)));
    assert.deepEqual(failed, []);
  });
}

for (const [what, code] of Object.entries(onEverything)) {
  test(`calls are answered with ${what}`, async () => {
    const realm = makeRealm();
    assert.deepEqual(await run(realm, () => vm.runInContext(code, realm.context), false), untouched);
  });
}
