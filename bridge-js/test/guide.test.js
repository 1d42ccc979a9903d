// The JavaScript of docs/testing.md, word for word.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createMock } from "../testing.js";

export const currentSSID = async (bridge, sleep, tries = 3) => {
  try {
    return await bridge.call("wifi.ssid");
  } catch (error) {
    if (tries === 1 || !["UNAVAILABLE", "DEADLINE_EXCEEDED"].includes(error.code)) throw error;
    await sleep(1000);
    return currentSSID(bridge, sleep, tries - 1);
  }
};

test("nobody answers for thirty seconds", async () => {
  const { bridge, sleep, now } = createMock({ "wifi.ssid": { never: true } });
  await assert.rejects(currentSSID(bridge, sleep, 1), { name: "TimeoutError" });
  assert.equal(now(), 30_000);
});

test("the radio is off at first", async () => {
  const { bridge, sleep, now, calls } = createMock({
    "wifi.ssid": [{ fail: "UNAVAILABLE", message: "The radio is off." }, { answer: "Home", after: "300ms" }],
  });
  assert.equal(await currentSSID(bridge, sleep), "Home");
  assert.equal(calls("wifi.*").length, 2);
  assert.equal(now(), 1300);
});

test("the first answer is lost on its way", async () => {
  const { bridge, sleep, calls, requireQuiet } = createMock({ "wifi.ssid": [{ never: true }, { answer: "Home" }] });
  assert.equal(await currentSSID(bridge, sleep), "Home");
  assert.deepEqual(calls().map(({ ended }) => ended.code), ["DEADLINE_EXCEEDED", undefined]);
  requireQuiet();
});

test("the guide shows the code that runs here, each test in less than 20 lines", () => {
  const guide = readFileSync(new URL("../../docs/testing.md", import.meta.url), "utf8");
  const code = readFileSync(fileURLToPath(import.meta.url), "utf8");
  const blocks = guide.split("```").filter((block) => block.startsWith("js\n") && /createMock\(|currentSSID/.test(block));
  assert.equal(blocks.length, 4);
  for (const block of blocks) {
    assert.ok(code.includes(block.slice(3)), block);
    assert.ok(block.split("\n").length < 20);
  }
});
