// @causeway chaos=shop.*
import assert from "node:assert/strict";
import { test } from "node:test";
import { Shop } from "./shop.js";

// Whatever happens to the calls, these statements hold: that is what a test has to say for --chaos.

test("the spinner ends", async () => {
  const shop = new Shop();
  await shop.load().catch(() => {});
  assert.equal(shop.isLoading, false);
});

test("an order is made once", async () => {
  await new Shop().order("coffee").catch(() => {});
  // A link that is closed has no number.
  const orders = await bridge.call("counter.orders").catch(() => 0);
  assert.ok(orders <= 1, `${orders} orders were made`);
});

test("nothing follows an order after its end", async () => {
  const stop = await new Shop().follow(17, () => {}).catch(() => undefined);
  stop?.();
});
