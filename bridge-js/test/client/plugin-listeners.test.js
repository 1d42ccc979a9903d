// The listeners of a plugin in the style of Capacitor.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createBridge } from "../../index.js";
import * as kinds from "../../client/kinds.js";

const alone = () => {
  const calls = [];
  let receive;
  const bridge = createBridge({
    open: (given) => { receive = given; },
    call: (id, method, tag, body) => void calls.push(`${method} ${body}`),
    post: () => {},
  });
  return { bridge, calls, emit: (name, value) => receive(kinds.EVENT, 0, [name, value]) };
};

test("addListener receives the plugin's event until its handle removes it", async () => {
  const { bridge, emit } = alone();
  const received = [];
  const { network } = bridge.plugins;
  const handle = await network.addListener("networkStatusChange", (status) => received.push(status));
  emit("network.networkStatusChange", 1);
  emit("other.networkStatusChange", 2);
  assert.equal(await handle.remove(), undefined);
  await handle.remove();
  emit("network.networkStatusChange", 3);
  assert.deepEqual(received, [1]);
  assert.equal(bridge.inspect().listeners, 0);
});

test("removeAllListeners removes the listeners of addListener, and only those of its plugin", async () => {
  const { bridge, emit } = alone();
  const received = [];
  await bridge.plugins.network.addListener("a", () => received.push("network a"));
  await bridge.plugins.network.addListener("b", () => received.push("network b"));
  await bridge.plugins.wifi.addListener("a", () => received.push("wifi a"));
  bridge.plugins.network.on("a", () => received.push("on"));
  assert.equal(await bridge.plugins.network.removeAllListeners(), undefined);
  for (const name of ["network.a", "network.b", "wifi.a"]) emit(name, null);
  assert.deepEqual(received, ["on", "wifi a"]);
});

test("addListener rejects invalid arguments, and never throws", async () => {
  const { bridge } = alone();
  for (const [event, listener] of [["a", undefined], ["a", {}], [undefined, "x"]]) {
    await assert.rejects(bridge.plugins.network.addListener(event, listener), { code: "INVALID_ARGUMENT" });
  }
});
