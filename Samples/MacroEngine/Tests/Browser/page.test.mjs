import assert from "node:assert/strict";
import { after, before, beforeEach, afterEach, describe, test } from "node:test";
import { readFileSync } from "node:fs";
import { Browser } from "./browser.mjs";
import { makeFolder, start } from "./program.mjs";

const CONNECTED = `document.querySelector("#link").dataset.state === "open"`;
const ring = (name) => `Number(document.querySelector("#rings .fill.${name}").dataset.value)`;
const text = (selector) => `document.querySelector(${JSON.stringify(selector)}).textContent`;
const button = (key) => `#buttons [data-key="${key}"]`;
const tab = (key) => `#tabs [data-key="${key}"]`;

describe("the page", { timeout: 120_000 }, () => {
  let browser;
  let program;
  let folder;
  let pages;

  before(() => { browser = new Browser(); });
  after(() => browser.close());
  beforeEach(async () => {
    folder = makeFolder();
    program = await start(folder.file);
    pages = [];
  });
  afterEach(async () => {
    for (const page of pages) await page.close();
    await program.stop();
    folder.remove();
  });

  const open = async (options) => {
    const page = await browser.open(program.url, options);
    pages.push(page);
    await page.until(CONNECTED);
    return page;
  };

  /** Edits and saves a macro by the page. */
  const edit = async (page, key, source) => {
    await page.click(tab(key));
    await page.type("#source", source);
    await page.press({ key: "s", code: "KeyS", ctrl: true });
    await page.until(`${text("#complaint")}.startsWith("Saved")`);
  };

  test("a click moves the ring", async () => {
    const page = await open();
    assert.equal(await page.value(ring("inner")), 0);
    const empty = await page.value(`document.querySelector("#rings .fill.inner").getAttribute("stroke-dashoffset")`);
    await page.click(button("more"));
    await page.until(`${ring("inner")} === 1`);
    assert.notEqual(await page.value(`document.querySelector("#rings .fill.inner").getAttribute("stroke-dashoffset")`), empty);
    await page.click(button("less"));
    await page.until(`${ring("inner")} === 0`);
    await page.click(button("evenMore"));
    await page.until(`${ring("outer")} === 3 && ${ring("middle")} > 1.99`);
    await page.until(`${text("#log")}.includes("outer ring at 3")`);
    assert.match(await page.value(`document.querySelector("#rings").getAttribute("aria-label")`), /inner 1, middle 2, outer 3/);
    await page.click("#undo");
    await page.until(`${ring("outer")} === 0 && ${ring("inner")} === 0`);
    await page.click("#redo");
    await page.until(`${ring("outer")} === 3`);
    await page.picture("light");
    assert.deepEqual(page.complaints, []);
  });

  test("a macro with an error has a marker, and the button keeps its macro", async () => {
    const page = await open({ dark: true });
    await page.click(tab("more"));
    await page.type("#source", "function() {\n    setInnerProgress(getInnerProgress() + 1 };\n}");
    await page.until(`${text("#complaint")}.includes("Expected ')' to close the arguments of line 2")`);
    assert.match(await page.value(text("#complaint")), /\(line 2, column 45\)/);
    assert.equal(await page.value(text("#gutter .bad")), "2");
    assert.equal(await page.value(text("#paint mark")), "}");
    assert.equal(await page.value(`document.querySelector("#source").getAttribute("aria-invalid")`), "true");
    await page.picture("marker");
    await page.click("#save");
    await page.until(`${text("#complaint")}.includes("keeps its macro")`);
    await page.click(button("more"));
    await page.until(`${ring("inner")} === 1`);
    await page.click("#back");
    await page.until(`document.querySelector("#source").value.includes("+ 1);")`);
    await page.until(`document.querySelector("#gutter .bad") === null && ${text("#complaint")} === ""`);
  });

  test("an exception is shown with a link to its location", async () => {
    const page = await open();
    await edit(page, "more", "function() {\n    setInnerProgress(9);\n    dial.turn();\n}");
    await page.click(button("more"));
    await page.until(`${text("#log .failure")}.includes("Can't find variable: dial")`);
    assert.equal(await page.value(text("#log .failure button")), "line 3:5");
    await page.until(`${ring("inner")} === 0`);
    await page.click(tab("less"));
    await page.click("#log .failure button");
    assert.equal(await page.value(`document.querySelector("#source").selectionStart`), "function() {\n    setInnerProgress(9);\n    ".length);
    assert.equal(await page.value(text(`#tabs [aria-selected="true"]`)), "More");
  });

  test("two pages show the same state", async () => {
    const [first, second] = [await open(), await open()];
    await first.click(button("evenMore"));
    for (const page of [first, second]) await page.until(`${ring("outer")} === 3`);
    await edit(second, "less", "function() { setOuterProgress(8); return 'from the second'; }");
    await first.click(tab("less"));
    await first.until(`document.querySelector("#source").value.includes("from the second")`);
    await first.click(button("less"));
    for (const page of [first, second]) {
      await page.until(`${ring("outer")} === 8`);
      await page.until(`${text("#log .result")}.includes("from the second")`);
    }
  });

  test("a conflicting edit is reported and loses nothing", async () => {
    const [first, second] = [await open(), await open()];
    await first.click(tab("less"));
    await first.type("#source", "function() { return 'mine' }");
    await edit(second, "less", "function() { return 'theirs' }");
    await first.until(`${text("#hint")}.includes("another page")`);
    await first.click("#save");
    await first.until(`${text("#complaint")}.includes("was changed on another page")`);
    assert.match(await first.value(`document.querySelector("#source").value`), /mine/);
    await first.click("#back");
    await first.until(`document.querySelector("#source").value.includes("theirs")`);
  });

  for (const source of [
    "function() { setInnerProgress(7); while (true) {} }",
    "async function() { setInnerProgress(7); while (true) await null }",
    "async function() { setInnerProgress(7); await pause(20); while (true) setMiddleProgress(Math.random() * 10) }",
  ]) {
    test(`an endless macro is stopped and has no effect: ${source.slice(11, 75)}`, async () => {
      const page = await open();
      await page.click(button("more"));
      await page.until(`${ring("inner")} === 1`);
      await edit(page, "evenMore", source);
      await page.click(button("evenMore"));
      await page.until(`${text("#log .failure")}.includes("ran longer than 0.3 seconds")`);
      await page.until(`${ring("inner")} === 1 && ${ring("middle")} === 0`);
      await page.click(button("more"));
      await page.until(`${ring("inner")} === 2`);
    });
  }

  test("a macro that waits can be stopped", async () => {
    const page = await open();
    await edit(page, "more", "async function() { setInnerProgress(5); await pause(60000) }");
    await page.click(button("more"));
    await page.until(`${ring("inner")} === 5 && document.querySelector(${JSON.stringify(button("more"))}).ariaBusy === "true"`);
    await page.click("#stop");
    await page.until(`${text("#log .failure")}.includes("was stopped")`);
    await page.until(`${ring("inner")} === 0`);
  });

  test("a lost server is reported, and after its restart the page is up to date", async () => {
    await program.stop();
    const token = "a token of the test's own";
    program = await start(folder.file, { token: token.replaceAll(" ", "-") });
    const page = await open();
    await edit(page, "more", "function() { setInnerProgress(4) }");
    await page.click(button("more"));
    await page.until(`${ring("inner")} === 4`);
    const { port } = program;
    await program.stop("SIGKILL");
    await page.until(`document.querySelector("#link").dataset.state === "lost"`);
    assert.equal(await page.value(`document.querySelector(${JSON.stringify(button("more"))}).disabled`), true);
    await page.picture("lost");
    program = await start(folder.file, { port, token: token.replaceAll(" ", "-") });
    await page.until(CONNECTED);
    await page.until(`${ring("inner")} === 0`);
    assert.match(await page.value(`document.querySelector("#source").value`), /setInnerProgress\(4\)/);
    await page.click(button("more"));
    await page.until(`${ring("inner")} === 4`);
  });

  test("a page without the token shows what to do", async () => {
    const page = await browser.open(program.url.replace(/#.*/, "#wrong"));
    pages.push(page);
    await page.until(`!document.querySelector("#problem").hidden`);
    assert.match(await page.value(text("#problem")), /Open the address that the program printed/);
  });

  test("macro output is shown as text", async () => {
    const page = await open();
    const hostile = `<img src=x onerror="globalThis.hacked=1"></script><script>hacked=1</script>`;
    await edit(page, "more", `function() { console.log(${JSON.stringify(hostile)}); throw new Error(${JSON.stringify(hostile)}) }`);
    await page.click(button("more"));
    await page.until(`${text("#log .log")}.includes("onerror") && ${text("#log .failure")}.includes("onerror")`);
    assert.equal(await page.value("document.querySelectorAll('#log img').length + (globalThis.hacked ?? 0)"), 0);
    assert.deepEqual(page.complaints, []);
  });

  test("the keyboard reaches everything: tabs by arrows, a new line keeps its indent", async () => {
    const page = await open();
    await page.value(`document.querySelector(${JSON.stringify(tab("more"))}).focus()`);
    await page.press({ key: "ArrowRight" });
    assert.equal(await page.value("document.activeElement.textContent"), "Even less");
    await page.type("#source", "function() {");
    await page.press({ key: "Enter", text: "\r" });
    assert.equal(await page.value(`document.querySelector("#source").value`), "function() {\n    ");
  });

  test("a macro with endless output shows only its last lines", async () => {
    const page = await open();
    await edit(page, "more", "function() { for (let i = 0; i < 5000; i++) { console.log(i); setInnerProgress(i % 10) } }");
    await page.click(button("more"));
    await page.until(`${text("#log li:last-child")}.includes("4999")`);
    assert.equal(await page.value("document.querySelectorAll('#log li').length"), 200);
    await page.until(`${ring("inner")} === 9`);
  });

  test("the page fits a narrow window", async () => {
    const page = await open({ width: 390, height: 844 });
    assert.equal(await page.value("document.documentElement.scrollWidth <= 390"), true);
    await page.picture("narrow");
  });

  test("an edited macro is in the file", async () => {
    const page = await open();
    await edit(page, "more", "function() { return 'kept' }");
    assert.equal(JSON.parse(readFileSync(folder.file, "utf8")).macros.more.javascript, "function() { return 'kept' }");
    await page.click("#restore");
    await page.until(`document.querySelector("#source").value.includes("+ 1);")`);
  });
});
