// The JavaScript of docs/testing.md, word for word.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createMock } from "../../testing.js";

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
  const guide = readFileSync(new URL("../../../docs/testing.md", import.meta.url), "utf8");
  const code = readFileSync(fileURLToPath(import.meta.url), "utf8");
  const blocks = guide.split("```").filter((block) => block.startsWith("js\n") && /createMock\(|currentSSID/.test(block));
  assert.equal(blocks.length, 4);
  for (const block of blocks) {
    assert.ok(code.includes(block.slice(3)), block);
    assert.ok(block.split("\n").length < 20);
  }
});

test("the JavaScript of every guide parses, and calls members that the plugins have", () => {
  const root = new URL("../../../", import.meta.url);
  const read = (name) => readFileSync(new URL(name, root), "utf8");
  const shipped = ["", "http/", "storage/", "web-view/"]
    .map((folder) => read(`Tests/Fixtures/shipped/${folder}plugins.d.ts`)).join("\n");
  const plugins = new Map(Array.from(shipped.matchAll(/^export interface (\w+)Plugin \{\n([^]*?)^\}/gm),
    ([, name, members]) => [name[0].toLowerCase() + name.slice(1), members]));
  assert.ok(plugins.size > 10);
  const guides = ["README.md", "bridge-js/README.md", ...readdirSync(new URL("docs", root)).map((name) => `docs/${name}`)];
  for (const guide of guides) {
    for (const block of read(guide).split("```").filter((block) => block.startsWith("js\n"))) {
      // What only modules may have, and what this Node cannot parse yet, is removed: the rest is parsed as the body of a function.
      const code = block.slice(3).replace(/^(import .*|export )/gm, "").replaceAll("import.meta", "({})").replace(/\b(await )?using (?=\w)/g, "const ")
        .replace(/@\w+ |\baccessor (?=\w)/g, "");
      assert.doesNotThrow(() => (async () => {}).constructor(code), `${guide}: ${code}`);
      for (const [call, plugin, member] of code.matchAll(/(?<!\.)\b(\w+)\.(\w+)\(/g)) {
        assert.match(plugins.get(plugin) ?? `${member}(`, RegExp(`\\b${member}\\b`), `${guide}: ${call}`);
      }
    }
  }
});
