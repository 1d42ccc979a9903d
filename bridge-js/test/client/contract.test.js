// The contract of the other side: listed, and compared with the one for which a client was built.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createBridge } from "../../index.js";
import { connect, contract } from "../../../Tests/Fixtures/plugins/plugins.js";
import { fidelities } from "../support/loopback.js";

const told = JSON.stringify({
  hash: contract.hash,
  members: {
    "radio.scan": { kind: "method" },
    "radio.sum": { kind: "method", arguments: 2 },
    "radio.count": { kind: "stream" },
    "radio.driver": { kind: "constant", value: "hwsim" },
    "radio.started": { kind: "constant", value: { $date: 5 } },
    "radio.joined": { kind: "event" },
    "radio.__proto__": { kind: "constant", value: "no" },
    __proto__: { kind: "method" },
    lonely: { kind: "method" },
  },
});

for (const [carrier, join] of fidelities) {
  describe(carrier, () => {
    const joined = () => {
      const pair = join();
      const asked = [];
      pair.there.handle("$/contract", (expected) => {
        asked.push(expected);
        if (expected?.hash === "old") {
          throw new pair.there.BridgeError("FAILED_PRECONDITION", "other declarations", { data: { changed: ["radio.scan"], missing: [] } });
        }
        return told;
      });
      pair.there.handle("radio.scan", (params) => params ?? "all");
      pair.there.handle("radio.sum", (list) => list);
      pair.there.handle("radio.count", async function* ({ to }) { for (let n = 1; n <= to; n += 1) yield n; });
      return { ...pair, asked };
    };

    test("the generated module connects, and has the declared members", async () => {
      const { here, asked } = joined();
      const { radio } = await connect(here);
      assert.deepEqual(asked[0].hash, contract.hash);
      assert.equal(await radio.scan(), "all");
      assert.deepEqual(await radio.scan({ limit: 1 }), { limit: 1 });
      assert.deepEqual(await radio.sum(1, 2), [1, 2]);
      assert.deepEqual(await radio.sum(1), [1]);
      const seen = [];
      for await (const n of radio.count({ to: 3 })) seen.push(n);
      assert.deepEqual(seen, [1, 2, 3]);
      assert.equal(radio.driver, "hwsim");
      assert.deepEqual(here.plugins.radio.started, new Date(5));
    });

    test("a client that was built for other declarations is refused at connect", async () => {
      const { here } = joined();
      await assert.rejects(here.contract({ hash: "old", members: {} }), (error) => {
        assert.equal(error.code, "FAILED_PRECONDITION");
        assert.deepEqual(error.data, { changed: ["radio.scan"], missing: [] });
        return true;
      });
    });

    test("iterating an unknown member rejects with the error of its call", async () => {
      const { here } = joined();
      const first = async (items) => { for await (const item of items) return item; };
      await assert.rejects(first(here.plugins.radio.count({ to: 3 })), { code: "FAILED_PRECONDITION", message: /is a stream: use stream/ });
      await assert.rejects(first(here.plugins.radio.absent()), { code: "UNIMPLEMENTED" });
      await assert.rejects(first(here.plugins.radio.scan()), { code: "FAILED_PRECONDITION", message: /is not a stream: use call/ });
      assert.equal(await here.plugins.radio.scan(), "all");
      await here.contract();
      assert.equal(await first(here.plugins.radio.count({ to: 3 })), 1);
    });

    test("plugins list the members of the contract, and none before it is known", async () => {
      const { here } = joined();
      assert.deepEqual(Object.keys(here.plugins), []);
      const answer = await here.contract();
      assert.equal(answer.hash, contract.hash);
      assert.ok(Object.isFrozen(answer) && Object.isFrozen(answer.members));
      assert.deepEqual(Object.keys(here.plugins), ["radio"]);
      assert.deepEqual(Object.keys(here.plugins.radio).sort(), ["count", "driver", "scan", "started", "sum"]);
      assert.equal(here.plugins.radio.__proto__, undefined);
      assert.equal(await here.plugins.radio, here.plugins.radio);
      assert.equal({ ...here.plugins }.radio, here.plugins.radio);
    });

    test("a malformed contract is refused", async () => {
      for (const nonsense of [undefined, 5, "{}", '{"hash":1,"members":{}}', '{"hash":"a","members":[]', "null"]) {
        const { here, there } = join();
        there.handle("$/contract", () => nonsense);
        await assert.rejects(here.contract(), (error) => error instanceof Error);
        assert.deepEqual(Object.keys(here.plugins), []);
      }
    });
  });
}

test("a link that has the contract at once is asked once, and again for unknown names only", () => {
  let asked = 0;
  const discover = () => { asked += 1; return told; };
  const bridge = createBridge({ call: () => "answer", post() {} }, { discover });
  assert.equal(bridge.plugins.radio.driver, "hwsim");
  assert.equal(bridge.plugins.radio.driver, "hwsim");
  assert.equal(asked, 1);
  for (let at = 0; at < 5; at += 1) void bridge.plugins.radio.fresh();
  assert.equal(asked, 2);
});

test("the contract of a link does not replace one that the other side sent later", async () => {
  const old = JSON.stringify({ hash: "old", members: { "radio.driver": { kind: "constant", value: "old" }, "radio.gone": { kind: "method" } } });
  const bridge = createBridge({ call: () => told, post() {} }, { discover: () => old });
  assert.equal(bridge.plugins.radio.driver, "old");
  await bridge.contract();
  assert.equal(bridge.plugins.radio.driver, "hwsim");
  void bridge.plugins.radio.unknown();
  assert.equal(bridge.plugins.radio.driver, "hwsim");
});
