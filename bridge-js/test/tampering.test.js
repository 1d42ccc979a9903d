// A page breaks the built-ins after the client has loaded: calls go on, with the same answers.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { load, parts } from "./support/embedded.js";

/**
 * A realm of its own with the embedded client in it, and a native side that answers from outside.
 * What the native side hears is kept as text: nothing of the realm's prototypes is asked later.
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

/** Everything reachable by name from the global object: owner, key. */
const INTRINSICS = `(() => {
  const found = [];
  const seen = new Set([globalThis.bridge, globalThis.webkit]);
  const visit = (owner, path) => {
    if (owner === null || (typeof owner !== "object" && typeof owner !== "function") || seen.has(owner)) return;
    seen.add(owner);
    for (const key of Reflect.ownKeys(owner)) {
      const descriptor = Reflect.getOwnPropertyDescriptor(owner, key);
      if (["bridge", "webkit", "globalThis", "console"].includes(key)) continue;
      if (descriptor.configurable || descriptor.writable) found.push([owner, key, path + "." + String(key)]);
      if ("value" in descriptor) visit(descriptor.value, path + "." + String(key));
      else { visit(descriptor.get, path + ".get " + String(key)); }
    }
    visit(Reflect.getPrototypeOf(owner), path + ".__proto__");
  };
  visit(globalThis, "globalThis");
  visit((function* () {})(), "generator");
  visit((async function* () {})(), "asyncGenerator");
  visit([][Symbol.iterator](), "arrayIterator");
  return found;
})()`;

const ATTACKS = {
  "a throwing getter": `(owner, key) => void Reflect.defineProperty(owner, key, { get() { throw 1; }, set() {}, configurable: true })`,
  "a forger": `(owner, key) => {
    try {
      Reflect.defineProperty(owner, key, { value: function () { return 666; }, writable: true, configurable: true });
    } catch {} // Array.prototype.length takes no function.
  }`,
  "nothing": `(owner, key) => Reflect.deleteProperty(owner, key)`,
};

/** Runs in the realm before the attack: what the page asks of the bridge, and how we look at its promises. */
const PAGE = new vm.Script(`(() => {
  const then = Function.prototype.call.bind(Promise.prototype.then);
  const define = Object.defineProperty;
  let heard = 0;
  let items;
  const value = { list: [1, , { deep: NaN }], map: new Map([["k", new Date(5)]]), text: "t" };
  const unsendable = () => {};
  return {
    begin: () => {
      bridge.on("changed", (value) => { heard = value; });
      bridge.handle("served", async (x, { signal }) => ({ twice: [x, x], isAborted: signal.aborted }));
      items = bridge.stream("items", undefined, { buffer: 2 });
    },
    call: () => [bridge.call("a", 5), bridge.call("b", value), bridge.call("c", "x"), bridge.call("d", unsendable), items.next()],
    watch: (promise, onValue, onError) => {
      define(promise, "constructor", { __proto__: null, value: undefined });
      then(promise, onValue, onError);
    },
    heard: () => heard,
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
  receive(7, 0, ["changed", 3], 9, 1, ["served", 4, undefined, undefined], 9, 2, ["missing", 4, undefined, undefined]);
  await new Promise((resolve) => setImmediate(resolve));
  const answers = posted.map(([kind, id, , body]) => `${kind} ${id} ${kind === 2 ? JSON.parse(body).code : body}`);
  return [...log, String(page.heard()), sent.find(({ method }) => method === "b").body, ...answers, String(client.bridge.inspect().pending)];
};

const untouched = await run(makeRealm(), () => {}, true);

test("an untouched realm answers as expected", () => {
  assert.deepEqual(untouched, [
    "10",
    "7",
    "NOT_FOUND no",
    "INVALID_ARGUMENT params: a function cannot cross the bridge",
    "5",
    "3",
    '{"list":[1,{"$undefined":true},{"deep":{"$number":"NaN"}}],"map":{"$map":[["k",{"$date":5}]]},"text":"t"}',
    "12 5 1",
    "2 2 UNIMPLEMENTED",
    '0 1 {"twice":[4,4],"isAborted":false}',
    "0",
  ]);
});

const total = vm.runInContext(INTRINSICS, makeRealm().context).length;

/** Every intrinsic meets one attack; with CAUSEWAY_EXHAUSTIVE=1 every one of them. */
const isExhaustive = process.env.CAUSEWAY_EXHAUSTIVE === "1";

for (const [kind, [attack, code]] of Object.entries(ATTACKS).entries()) {
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

/** Names that the client's objects might be asked for: whatever its text has. */
const NAMES = new Set(parts.flatMap((part) => [...part.matchAll(/(?<=[.{,])[A-Za-z]\w*/g)].map(([name]) => name)));
/** A promise asks every value for the first; errors and the options of a call may inherit the others. */
const ASKED_OF_ALL = ["then", "data", "cause", "method", "timeout", "signal", "context"];

test("names planted on Object.prototype before the bridge is first used change nothing, and hear of nothing", async () => {
  const failed = [];
  for (const name of NAMES) {
    const realm = makeRealm();
    if (ASKED_OF_ALL.includes(name) || vm.runInContext(`${JSON.stringify(name)} in {}`, realm.context)) continue;
    const heard = [];
    const planted = (...given) => void heard.push(given);
    const plant = () => vm.runInContext("(name, value) => { Object.prototype[name] = value; }", realm.context)(name, planted);
    const log = await run(realm, plant, false).catch((error) => [`${error}`]);
    if (heard.length > 0) failed.push(`${name}: heard ${heard}`);
    if (JSON.stringify(log) !== JSON.stringify(untouched)) failed.push(`${name}: ${log.find((line, at) => line !== untouched[at])}`);
  }
  assert.ok(NAMES.size > 300, `${NAMES.size} names found`);
  assert.deepEqual(failed, []);
});
