// Controls a headless Chromium by its DevTools protocol over a pipe, without a port and without packages.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATIENCE = 15_000;

/** A running browser. */
export class Browser {
  #process;
  #folder;
  #last = 0;
  #calls = new Map();
  #pages = new Map();
  #rest = "";

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), "macro-engine-browser-"));
    // Chromium's sandbox needs privileges that containers and root do not have; all pages here are our own.
    const flags = ["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
      "--disable-dev-shm-usage", "--disable-background-networking", `--user-data-dir=${this.#folder}`];
    // A separate process group, so that all of its processes can be ended at once.
    this.#process = spawn("chromium", flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
    const [, , , , output] = this.#process.stdio;
    output.setEncoding("utf8");
    output.on("data", (text) => this.#take(text));
    this.#process.on("exit", () => {
      for (const { reject } of this.#calls.values()) reject(new Error("The browser has ended."));
    });
  }

  send(method, params = {}, sessionId = undefined) {
    this.#last += 1;
    const id = this.#last;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject, method }));
  }

  #take(text) {
    const parts = (this.#rest + text).split("\0");
    this.#rest = parts.pop();
    for (const part of parts) {
      const { id, result, error, method, params, sessionId } = JSON.parse(part);
      if (id === undefined) this.#pages.get(sessionId)?.heard(method, params);
      else {
        const call = this.#calls.get(id);
        this.#calls.delete(id);
        if (error) call.reject(new Error(`${call.method}: ${error.message}`));
        else call.resolve(result);
      }
    }
  }

  /** Opens a page in a new window with this size. */
  async open(url, { width = 1180, height = 800, dark = false } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page((method, params) => this.send(method, params, sessionId));
    this.#pages.set(sessionId, page);
    await Promise.all(["Page.enable", "Runtime.enable", "Log.enable"].map((method) => page.send(method)));
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    await page.send("Page.navigate", { url });
    return page;
  }

  async close() {
    const ended = new Promise((done) => this.#process.once("exit", done));
    // A process that is still running could write into the folder.
    process.kill(-this.#process.pid, "SIGKILL");
    await ended;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A page, with its errors. */
class Page {
  /** Exceptions and refused requests, one line each. */
  complaints = [];

  constructor(send) {
    this.send = send;
  }

  heard(method, params) {
    if (method === "Runtime.exceptionThrown") this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Log.entryAdded" && params.entry.level === "error") this.complaints.push(`${params.entry.text} ${params.entry.url ?? ""}`);
  }

  /** The value of an expression in the page. */
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const value = await this.value(expression).catch((error) => {
        if (Date.now() > end) throw error; // The page may just be replaced, so the query is repeated.
        return undefined;
      });
      if (value) return value;
      if (Date.now() > end) throw new Error(`not within ${PATIENCE} ms: ${expression}\nbut: ${await this.value("document.body.innerText")}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** Clicks the middle of an element, once it stays where it is for two frames. */
  async click(selector) {
    const place = await this.value(`(async () => {
      const middle = () => {
        const element = document.querySelector(${JSON.stringify(selector)});
        element.scrollIntoView({ block: "center" });
        const box = element.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2, element };
      };
      for (let before = middle(); ;) {
        await new Promise((done) => setTimeout(done, 30));
        const { x, y, element } = middle();
        if (x === before.x && y === before.y && element === before.element) return { x, y };
        before = { x, y, element };
      }
    })()`);
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, ...place, button: "left", clickCount: 1 });
    }
  }

  /** Presses a key: `{ key: "s", ctrl: true }`. */
  async press({ key, code = key, ctrl = false, text = undefined }) {
    const virtual = key.length === 1 ? key.toUpperCase().charCodeAt(0) : { ArrowRight: 39, ArrowLeft: 37, Enter: 13 }[key];
    const event = { key, code, modifiers: ctrl ? 2 : 0, windowsVirtualKeyCode: virtual };
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  /** Replaces the text of a text area, by selecting all and typing. */
  async type(selector, text) {
    await this.value(`(() => { const area = document.querySelector(${JSON.stringify(selector)}); area.focus(); area.select(); })()`);
    await this.send("Input.insertText", { text });
  }

  /** Saves a screenshot of the page if SCREENSHOTS names a folder. */
  async picture(name) {
    if (process.env.SCREENSHOTS === undefined) return;
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(join(process.env.SCREENSHOTS, `${name}.png`), Buffer.from(data, "base64"));
  }

  close() {
    return this.send("Page.close");
  }
}
