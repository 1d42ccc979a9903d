import assert from "node:assert/strict";
import { after, before, beforeEach, afterEach, describe, test } from "node:test";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "./browser.mjs";
import { startWith } from "./program.mjs";

const CONNECTED = `document.querySelector("#link").dataset.state === "open"`;
// The program's debugger is offered after the connection is open.
const DEBUGGABLE = `document.querySelector("#editor").classList.contains("debuggable")`;
const STOPPED = `!document.querySelector("#debug").hidden`;
const ring = (name) => `Number(document.querySelector("#rings .fill.${name}").dataset.value)`;
const text = (selector) => `document.querySelector(${JSON.stringify(selector)}).textContent`;
const button = (key) => `#buttons [data-key="${key}"]`;
const tab = (key) => `#tabs [data-key="${key}"]`;
const line = (number) => `#gutter :nth-child(${number})`;
const has = (number, name) => `document.querySelector(${JSON.stringify(line(number))})?.classList.contains("${name}") === true`;
const step = (name) => `#steps [data-step="${name}"]`;

describe("the page of a directory", { timeout: 120_000 }, () => {
  let browser;
  let program;
  let folder;
  let page;

  before(() => { browser = new Browser(); });
  after(() => browser.close());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "macro-folder-"));
    cpSync(new URL("../../macros", import.meta.url).pathname, folder, { recursive: true });
    program = await startWith(["--folder", folder, "--page", "--limit", "0.3"]);
    page = await browser.open(program.url);
    await page.until(`${CONNECTED} && ${DEBUGGABLE}`);
  });
  afterEach(async () => {
    await page.close();
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const setBreakpoint = async (key, number) => {
    await page.click(tab(key));
    await page.until(`document.querySelector(${JSON.stringify(tab(key))}).ariaSelected === "true"`);
    await page.click(line(number));
    await page.until(has(number, "breakpoint"));
  };

  test("a macro stops at a breakpoint, is stepped through, and goes on", async () => {
    await setBreakpoint("more.ts", 3);
    await page.click(tab("less.ts"));
    await page.click(button("more.ts"));
    await page.until(STOPPED);
    assert.match(await page.value(text("#place")), /^Stopped at more\.ts, line 3/);
    await page.until(has(3, "here"));
    assert.equal(await page.value(`document.querySelector(${JSON.stringify(tab("more.ts"))}).ariaSelected`), "true");
    // Longer than a macro may run.
    await new Promise((done) => setTimeout(done, 1_000));
    assert.equal(await page.value(ring("inner")), 0);
    await page.picture("breakpoint");
    await page.click(step("stepIn"));
    await page.until(`${text("#place")}.startsWith("Stopped at rings.ts, line 4")`);
    assert.match(await page.value(text("#variables")), /ring"inner"|ring.*inner/);
    assert.match(await page.value(text("#variables")), /amount\s*1/);
    await page.click(step("continue"));
    await page.until(`${ring("inner")} === 1 && !(${STOPPED})`);
    assert.deepEqual(page.complaints, []);
  });

  test("a breakpoint that is taken away does not stop, and pages share breakpoints", async () => {
    await setBreakpoint("more.ts", 3);
    const other = await browser.open(program.url);
    await other.until(`${CONNECTED} && ${DEBUGGABLE}`);
    await other.click(tab("more.ts"));
    await other.until(has(3, "breakpoint"));
    await page.click(button("more.ts"));
    await other.until(STOPPED);
    await other.click(step("continue"));
    await page.until(`${ring("inner")} === 1 && !(${STOPPED})`);
    await page.click(line(3));
    await other.until(`!(${has(3, "breakpoint")})`);
    await page.click(button("more.ts"));
    await page.until(`${ring("inner")} === 2`);
    await other.close();
  });

  test("a stopped macro is ended, and its changes are reverted", async () => {
    await setBreakpoint("even-more.ts", 5);
    await page.click(button("even-more.ts"));
    await page.until(STOPPED);
    await page.click("#stop");
    await page.until(`!(${STOPPED}) && document.querySelector("#stop").disabled`);
    await page.until(`${text("#log")}.includes("The macro was stopped") && ${ring("inner")} === 0`);
    // Stop ends the macro that runs, not the one that waits.
    await page.click(button("even-more.ts"));
    await page.until(STOPPED);
    await page.click(button("rings.ts"));
    await page.click("#stop");
    await page.until(`${text("#log")}.split("The macro was stopped").length === 3 && document.querySelector("#stop").disabled`);
  });

  test("an edit is written to the file, and counts from the next run on", async () => {
    await page.click(tab("more.ts"));
    await page.type("#source", "import { set } from './rings.js';\nset('inner', 7);\n");
    await page.press({ key: "s", code: "KeyS", ctrl: true });
    await page.until(`${text("#complaint")}.startsWith("Saved")`);
    assert.match(readFileSync(join(folder, "more.ts"), "utf8"), /set\('inner', 7\)/);
    await page.click(button("more.ts"));
    await page.until(`${ring("inner")} === 7`);
  });
});
