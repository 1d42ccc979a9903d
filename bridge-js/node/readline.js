// @ts-check
// The modules `readline` and `readline/promises`: the lines of a readable stream. There is no terminal to edit a line in.

import * as decoding from "#deferred/node/string-decoder.js";
import * as emitters from "#deferred/node/events.js";
import { nullPrototype } from "../shared/define.js";
import { apply, Error, exec, Promise, setPrototypeOf, stringSlice, symbolAsyncIterator, symbolFor } from "../shared/primordials.js";
import { abortError, invalidArgType, nodeError, validateAbortSignal } from "./errors.js";
import { on } from "./events-waiting.js";
import { nameMethods } from "./naming.js";
import { nextTick } from "./next-tick.js";
import { refuse, refuseAll } from "./refusal.js";

const symbolDispose = symbolFor("Symbol.dispose");

/** @this {any} */
function Interface(input, output) {
  if (!(this instanceof Interface)) return new (/** @type {any} */ (Interface))(input, output);
  const self = /** @type {any} */ (this);
  apply(emitters.EventEmitter, self, []);
  const options = typeof input?.on === "function" ? { input, output } : input ?? {};
  if (typeof options.input?.on !== "function") throw invalidArgType("options.input", "stream.Readable", options.input);
  if (options.terminal === true) throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", "readline: there is no terminal to edit lines in. Use terminal: false.");
  validateAbortSignal(options.signal, "options.signal");
  self.input = options.input;
  self.output = options.output;
  self.terminal = false;
  self.line = "";
  self.closed = false;
  self.paused = false;
  self._prompt = options.prompt === undefined ? "> " : `${options.prompt}`;
  self._decoder = new decoding.stringDecoder.StringDecoder("utf8");
  self._hasCarriageReturn = false;
  self._question = null;
  self._onData = (chunk) => take(self, typeof chunk === "string" ? chunk : self._decoder.write(chunk));
  self._onEnd = () => {
    // As in Node, the rest is not the answer to a question.
    if (self.line !== "") {
      const rest = self.line;
      self.line = "";
      self.emit("line", rest);
    }
    self.close();
  };
  self._onError = (error) => self.emit("error", error);
  self.input.on("data", self._onData);
  self.input.on("end", self._onEnd);
  self.input.on("error", self._onError);
  if (options.signal) {
    if (options.signal.aborted) nextTick(() => self.close());
    else options.signal.addEventListener("abort", () => self.close(), nullPrototype({ once: true }));
  }
  self.input.resume();
  return undefined;
}
setPrototypeOf(Interface.prototype, emitters.EventEmitter.prototype);
setPrototypeOf(Interface, emitters.EventEmitter);
const methods = /** @type {any} */ (Interface.prototype);

function emitLine(self, line) {
  self.line = "";
  if (self._question !== null) {
    const answer = self._question;
    self._question = null;
    answer(line);
  } else {
    self.emit("line", line);
  }
}

/** Emits the lines that a piece of text ends. */
function take(self, given) {
  let text = given;
  if (text === "") return;
  // A line may end with a carriage return whose line feed comes with the next piece.
  if (self._hasCarriageReturn && text[0] === "\n") text = stringSlice(text, 1);
  self._hasCarriageReturn = false;
  for (;;) {
    const found = exec(/\r\n|\n|\r/, text);
    if (found === null) break;
    const line = self.line + stringSlice(text, 0, found.index);
    text = stringSlice(text, found.index + found[0].length);
    if (found[0] === "\r" && text === "") self._hasCarriageReturn = true;
    emitLine(self, line);
    if (self.closed) return;
  }
  self.line += text;
}

/** @this {any} */
methods.close = function close() {
  if (this.closed) return;
  this.pause();
  this.closed = true;
  this.input.removeListener("data", this._onData);
  this.input.removeListener("end", this._onEnd);
  this.input.removeListener("error", this._onError);
  this.emit("close");
};
methods[symbolDispose] = methods.close;

const requireOpen = (self) => {
  if (self.closed) throw nodeError(Error, "ERR_USE_AFTER_CLOSE", "readline was closed");
};

/** @this {any} */
methods.pause = function pause() {
  if (this.paused) return this;
  this.input.pause();
  this.paused = true;
  this.emit("pause");
  return this;
};

/** @this {any} */
methods.resume = function resume() {
  if (!this.paused) return this;
  this.input.resume();
  this.paused = false;
  this.emit("resume");
  return this;
};

methods.setPrompt = function setPrompt(text) {
  this._prompt = `${text}`;
};
methods.getPrompt = function getPrompt() {
  return this._prompt;
};
methods.prompt = function prompt() {
  requireOpen(this);
  if (this.paused) this.resume();
  if (this.output !== undefined && this.output !== null) this.output.write(this._prompt);
};

methods.write = function write(text) {
  requireOpen(this);
  if (this.paused) this.resume();
  take(this, typeof text === "string" ? text : this._decoder.write(text));
};

/** @this {any} */
methods.question = function question(/** @type {any} */ query, /** @type {any} */ given, /** @type {any} */ givenCallback) {
  const callback = typeof given === "function" ? given : givenCallback;
  const signal = typeof given === "function" ? undefined : given?.signal;
  validateAbortSignal(signal, "options.signal");
  if (signal?.aborted) return;
  requireOpen(this);
  if (typeof callback !== "function") return;
  if (this._question !== null) {
    this.prompt();
    return;
  }
  if (this.output !== undefined && this.output !== null) this.output.write(`${query}`);
  if (this.paused) this.resume();
  this._question = callback;
  signal?.addEventListener("abort", () => {
    if (this._question === callback) this._question = null;
  }, nullPrototype({ once: true }));
};

/** @this {any} */
function questionPromise(query, options) {
  return new Promise((resolve, reject) => {
    const signal = options?.signal;
    validateAbortSignal(signal, "options.signal");
    if (signal?.aborted) {
      reject(abortError(undefined, signal.reason));
      return;
    }
    signal?.addEventListener("abort", () => reject(abortError(undefined, signal.reason)), nullPrototype({ once: true }));
    apply(methods.question, this, [query, options ?? {}, resolve]);
  });
}
methods.question[symbolFor("nodejs.util.promisify.custom")] = questionPromise;

/** @this {any} */
methods[symbolAsyncIterator] = function () {
  if (this._lines !== undefined) return this._lines;
  const lines = on(this, "line", { close: ["close"], highWaterMark: 1024 });
  const next = lines.next;
  lines.next = async () => {
    const { value, done } = await next();
    return { value: done ? undefined : value[0], done };
  };
  this._lines = lines;
  return lines;
};

/** The class of `readline/promises`. @this {any} */
function PromiseInterface(input, output) {
  if (!(this instanceof PromiseInterface)) return new (/** @type {any} */ (PromiseInterface))(input, output);
  apply(Interface, this, [input, output]);
  return undefined;
}
setPrototypeOf(PromiseInterface.prototype, Interface.prototype);
setPrototypeOf(PromiseInterface, Interface);
/** @type {any} */ (PromiseInterface.prototype).question = questionPromise;

const noTerminal = "There is no terminal: print lines with console.log or process.stdout.write.";

/** @type {any} */
export const promises = {
  Interface: PromiseInterface,
  Readline: refuse("readline.Readline", noTerminal),
  createInterface: (input, output) => new (/** @type {any} */ (PromiseInterface))(input, output),
};
nameMethods(promises);

/** @type {any} */
export const readline = { Interface, createInterface: (input, output) => new (/** @type {any} */ (Interface))(input, output), promises };
refuseAll(readline, "readline", ["clearLine", "clearScreenDown", "cursorTo", "emitKeypressEvents", "moveCursor"], noTerminal);
nameMethods(readline);
nameMethods(methods);
