// The listeners of a plugin as Capacitor's users write them.

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

test("addListener hears the plugin's own event until its handle removes it", async () => {
  const { bridge, emit } = alone();
  const heard = [];
  const { network } = bridge.plugins;
  const handle = await network.addListener("networkStatusChange", (status) => heard.push(status));
  emit("network.networkStatusChange", 1);
  emit("other.networkStatusChange", 2);
  assert.equal(await handle.remove(), undefined);
  await handle.remove();
  emit("network.networkStatusChange", 3);
  assert.deepEqual(heard, [1]);
  assert.equal(bridge.inspect().listeners, 0);
});

test("removeAllListeners removes those of addListener, and only those of its plugin", async () => {
  const { bridge, emit } = alone();
  const heard = [];
  await bridge.plugins.network.addListener("a", () => heard.push("network a"));
  await bridge.plugins.network.addListener("b", () => heard.push("network b"));
  await bridge.plugins.wifi.addListener("a", () => heard.push("wifi a"));
  bridge.plugins.network.on("a", () => heard.push("on"));
  assert.equal(await bridge.plugins.network.removeAllListeners(), undefined);
  for (const name of ["network.a", "network.b", "wifi.a"]) emit(name, null);
  assert.deepEqual(heard, ["on", "wifi a"]);
});

test("addListener rejects what cannot listen, and never throws", async () => {
  const { bridge } = alone();
  for (const [event, listener] of [["a", undefined], ["a", {}], [undefined, "x"]]) {
    await assert.rejects(bridge.plugins.network.addListener(event, listener), { code: "INVALID_ARGUMENT" });
  }
});
