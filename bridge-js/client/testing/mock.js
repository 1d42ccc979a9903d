// @ts-check
// A native side defined in JavaScript, for tests: it answers the calls of a bridge and records them.

import * as kinds from "../kinds.js";
import { DEFAULT_LIMITS, Encoder, decode } from "../values.js";
import { MockClock } from "./clock.js";
import { answersFrom } from "./answers.js";
import { createBridge } from "../create.js";
import { randomFor } from "./times.js";

/** @typedef {import("./answers.js").Answer} Answer */
/** @typedef {import("../kinds.js").Receive} Receive */

/**
 * @typedef {object} CallRecord
 * @property {string} method
 * @property {unknown} params
 * @property {number | undefined} timeout
 * @property {boolean} isStream
 * @property {number} at
 * @property {{ at: number, code?: string } | undefined} ended
 */

const DEFAULT_TIMEOUT = 30_000;

/**
 * Whether a pattern matches a method: segments with dots between them, `*` for one segment, at the end for one or more.
 *
 * @param {string} pattern
 * @param {string} name
 */
const matches = (pattern, name) => {
  const [patterns, parts] = [pattern.split("."), name.split(".")];
  const isOpen = patterns[patterns.length - 1] === "*";
  if (isOpen ? parts.length < patterns.length : parts.length !== patterns.length) return false;
  return patterns.every((part, at) => part === "*" || part === parts[at]);
};

class Mock {
  #clock;
  #seed;
  /** @type {Map<string, Function | Answer[]>} */
  #methods = new Map();
  /** @type {Map<string, number>} */
  #counts = new Map();
  /** @type {CallRecord[]} */
  #calls = [];
  /** Calls without an answer, by their id. @type {Map<number, { record: CallRecord, forget: () => void, copies: number }>} */
  #open = new Map();
  /** @type {Set<string>} */
  #listening = new Set();
  /** @type {Receive} */
  #toProgram = () => {};
  /** @type {Receive} */
  #toMock = () => {};
  /** The call that is being passed to its handler. */
  #arriving = 0;
  bridge;
  #native;

  /** @param {{ time?: import("./clock.js").Passing, seed?: number, limits?: object, reportError?: (error: unknown) => void }} options */
  constructor(options) {
    const { time = "auto", seed = 1, limits, reportError } = options;
    if (!["auto", "manual", "real"].includes(time)) throw new TypeError(`time: expected "auto", "manual" or "real", not ${time}`);
    this.#clock = new MockClock(time);
    this.#seed = seed;
    const now = () => this.#clock.now;
    this.bridge = createBridge(this.#programLink(), { limits, reportError, now, backstop: false });
    this.#native = createBridge(this.#nativeLink(), { limits, reportError, now, backstop: false });
    this.#native.handle("$/subscribe", () => {});
    this.#native.handle("$/unsubscribe", () => {});
    this.#native.handle("$/methods", () => [...this.#methods.keys()]);
  }

  // The functions for a test.

  get now() {
    return this.#clock.now;
  }

  /**
   * @param {number} duration
   * @returns {Promise<void>}
   */
  sleep(duration) {
    return new Promise((resolve) => void this.#clock.after(Math.max(0, duration), () => resolve(undefined)));
  }

  /** @param {number} duration */
  advance(duration) {
    return this.#clock.advance(duration);
  }

  /**
   * @param {string} method
   * @param {unknown} given
   */
  set(method, given) {
    const answers = answersFrom(method, given);
    if (!this.#methods.has(method)) {
      this.#native.handle(method, (/** @type {any} */ params, /** @type {any} */ context) => this.#perform(method, params, context));
    }
    this.#methods.set(method, answers);
    this.#counts.delete(method);
  }

  /** @param {string} pattern */
  calls(pattern = "*") {
    return this.#calls.filter(({ method }) => matches(pattern, method)).map((call) => ({ ...call }));
  }

  /** @param {string} pattern */
  pending(pattern = "*") {
    return this.calls(pattern).filter(({ ended }) => ended === undefined);
  }

  uncalled() {
    const called = new Set(this.#calls.map(({ method }) => method));
    return [...this.#methods.keys()].filter((method) => !called.has(method));
  }

  listening() {
    return [...this.#listening];
  }

  /**
   * @param {string} event
   * @param {unknown} value
   */
  emit(event, value) {
    if (!this.#listening.has(event)) return false;
    this.#toProgram(kinds.EVENT, 0, [event, copied(value)]);
    return true;
  }

  /**
   * @param {string} code
   * @param {string} message
   */
  close(code = "UNAVAILABLE", message = "The other side is gone.") {
    for (const id of [...this.#open.keys()]) this.#end(id, code);
    this.#toProgram(kinds.CLOSE, 0, [code, message]);
  }

  requireQuiet() {
    const left = [
      ...this.pending().map(({ method, at, isStream }) => `${isStream ? "stream" : "call"} ${method}, started at ${at} ms`),
      ...this.listening().map((event) => `listener ${event}`),
    ];
    if (left.length > 0) throw new Error(`${left.length === 1 ? "1 resource was" : `${left.length} resources were`} left open: ${left.join("; ")}`);
  }

  // The link.

  /** @returns {import("../kinds.js").Link} */
  #programLink() {
    return {
      open: (receive) => {
        this.#toProgram = receive;
      },
      call: (id, method, tag, body, attachments, timeout, credit, metadata) => {
        const text = /** @type {string} */ (body);
        const params = tag === kinds.TAG_TEXT ? decode(text, attachments, DEFAULT_LIMITS.depth) : body;
        // The subscription is known when it is sent, as calls are, not when it arrives: a test checks it in between.
        if (method === "$/subscribe") this.#listening.add(/** @type {any} */ (params).event);
        else if (method === "$/unsubscribe") this.#listening.delete(/** @type {any} */ (params).event);
        else if (!method.startsWith("$/")) this.#begin(id, method, params, timeout, credit);
        const kind = tag === kinds.TAG_TEXT ? kinds.REQUEST_ENCODED : kinds.REQUEST;
        const content = tag === kinds.TAG_TEXT ? [method, body, attachments] : [method, body];
        queueMicrotask(() => {
          this.#arriving = id;
          this.#toMock(kind, id, [...content, timeout, credit, metadata]);
        });
        return undefined;
      },
      post: (kind, id, tag, body, attachments) => {
        if (kind === kinds.CANCEL) this.#end(/** @type {number} */ (id), /** @type {string} */ (body));
        const [arriving, content] = arrival(kind, tag, body, attachments);
        queueMicrotask(() => this.#toMock(arriving, id, content));
      },
    };
  }

  /** @returns {import("../kinds.js").Link} */
  #nativeLink() {
    return {
      open: (receive) => {
        this.#toMock = receive;
      },
      call: () => undefined,
      post: (kind, id, tag, body, attachments) => {
        const [arriving, content] = arrival(kind, tag, body, attachments);
        const isAnswer = kind === kinds.RESULT || kind === kinds.ERROR;
        let copies = 1;
        if (isAnswer) {
          const code = kind === kinds.ERROR ? JSON.parse(/** @type {string} */ (body)).code ?? "UNKNOWN" : undefined;
          copies = this.#end(/** @type {number} */ (id), code);
        }
        queueMicrotask(() => {
          for (let copy = 0; copy < copies; copy += 1) this.#toProgram(arriving, id, content);
        });
      },
    };
  }

  /**
   * @param {number} id
   * @param {string} method
   * @param {unknown} params
   * @param {number | undefined} timeout
   * @param {number | undefined} credit
   */
  #begin(id, method, params, timeout, credit) {
    const isStream = credit !== undefined;
    /** @type {CallRecord} */
    const record = { method, params, timeout, isStream, at: this.#clock.now, ended: undefined };
    this.#calls.push(record);
    const limit = timeout ?? (isStream ? Infinity : DEFAULT_TIMEOUT);
    const forget =
      limit === Infinity ? () => {} : this.#clock.after(limit, () => this.#toMock(kinds.CANCEL, id, "DEADLINE_EXCEEDED"));
    this.#open.set(id, { record, forget, copies: 1 });
  }

  /**
   * @param {number} id
   * @param {string | undefined} code
   * @returns {number} how many copies of the answer are delivered
   */
  #end(id, code) {
    const open = this.#open.get(id);
    if (open === undefined) return 1;
    this.#open.delete(id);
    open.forget();
    open.record.ended = code === undefined ? { at: this.#clock.now } : { at: this.#clock.now, code };
    return open.copies;
  }

  // Answering.

  /**
   * @param {string} method
   * @param {any} params
   * @param {any} context
   */
  #perform(method, params, context) {
    const answers = this.#methods.get(method);
    if (typeof answers === "function") return answers(params, context);
    const count = (this.#counts.get(method) ?? 0) + 1;
    this.#counts.set(method, count);
    const list = /** @type {Answer[]} */ (answers);
    const answer = list[Math.min(count, list.length) - 1];
    const random = randomFor(this.#seed, `${method} ${count}`);
    if (answer.act === "stream") return this.#items(answer, random, context.signal);
    return this.#answer(this.#arriving, answer, random, context.signal);
  }

  /**
   * @param {number} id
   * @param {Answer} answer
   * @param {() => number} random
   * @param {any} signal
   */
  async #answer(id, answer, random, signal) {
    await this.#wait(answer.act === "never" ? Infinity : answer.after(random), signal);
    if (answer.act === "fail") throw answer.error;
    const open = this.#open.get(id);
    if (open !== undefined) open.copies = answer.times;
    return answer.value;
  }

  /**
   * @param {Answer} answer
   * @param {() => number} random
   * @param {any} signal
   */
  async *#items(answer, random, signal) {
    for (let at = 0; at < answer.items.length; at += 1) {
      await this.#wait(at === 0 ? answer.after(random) : answer.every(random), signal);
      yield answer.items[at];
    }
    if (answer.error !== undefined) throw answer.error;
  }

  /**
   * @param {number} delay
   * @param {any} signal
   */
  #wait(delay, signal) {
    if (delay === 0) return undefined;
    return new Promise((resolve, reject) => {
      const forget = delay === Infinity ? () => {} : this.#clock.after(delay, () => resolve(undefined));
      const give = () => {
        forget();
        reject(signal.reason);
      };
      if (signal.aborted) give();
      else signal.addEventListener("abort", give);
    });
  }
}

/**
 * The message kind and content on arrival: an encoded value arrives as text.
 *
 * @param {number} kind
 * @param {number} tag
 * @param {unknown} body
 * @param {import("../kinds.js").Attachments} attachments
 * @returns {[number, unknown]}
 */
const arrival = (kind, tag, body, attachments) => {
  if (kind >= kinds.CANCEL) return [kind, body];
  if (kind === kinds.ERROR) return [kind, [body, attachments]];
  return tag === kinds.TAG_TEXT ? [kind + 1, [body, attachments]] : [kind, body];
};

/**
 * A copy of a value, made by encoding it: a value that cannot cross is refused with its path, and the program shares no object.
 *
 * @param {unknown} value
 */
const copied = (value) => {
  const encoder = new Encoder(DEFAULT_LIMITS, -1);
  encoder.encode(value, "value");
  const { tag, body, attachments } = encoder;
  return tag === kinds.TAG_TEXT ? decode(/** @type {string} */ (body), attachments, DEFAULT_LIMITS.depth) : body;
};

/**
 * A bridge to a native side defined in JavaScript, with the functions for a test.
 *
 * @param {Record<string, unknown>} [methods]
 * @param {ConstructorParameters<typeof Mock>[0]} [options]
 */
export const createMock = (methods = {}, options = {}) => {
  const mock = new Mock(options);
  for (const [method, given] of Object.entries(methods)) mock.set(method, given);
  return Object.freeze({
    bridge: mock.bridge,
    mock: (/** @type {string} */ method, /** @type {unknown} */ given) => mock.set(method, given),
    calls: (/** @type {string | undefined} */ pattern) => mock.calls(pattern),
    pending: (/** @type {string | undefined} */ pattern) => mock.pending(pattern),
    uncalled: () => mock.uncalled(),
    listening: () => mock.listening(),
    emit: (/** @type {string} */ event, /** @type {unknown} */ value) => mock.emit(event, value),
    advance: (/** @type {number} */ duration) => mock.advance(duration),
    close: (/** @type {string | undefined} */ code, /** @type {string | undefined} */ message) => mock.close(code, message),
    requireQuiet: () => mock.requireQuiet(),
    now: () => mock.now,
    sleep: (/** @type {number} */ duration) => mock.sleep(duration),
  });
};
