// @ts-check
// Streams that this side reads. The other side may send as many items as this side granted.

import * as backstops from "#deferred/client/backstop.js";
import { defineHidden } from "../shared/define.js";
import {
  ceil, freeze, isSafeInteger, promiseReject, promiseResolve, symbolAsyncIterator,
} from "../shared/primordials.js";
import { OpenMap } from "./open-map.js";
import { BridgeError, cancelled, invalid } from "./errors.js";
import { CANCEL, CREDIT } from "./kinds.js";
import { last, newPromise } from "./promises.js";
import { Queue } from "../shared/queue.js";
import { metadataFrom } from "./metadata.js";
import { localError, NO_OPTIONS, overdue, requireText, requireTime, timeoutFrom } from "./calls.js";
import { requireOptions, STREAM_OPTIONS } from "./options.js";
import { onAbort, signalFrom } from "./signals.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./signals.js").SignalLike} SignalLike */

/**
 * @typedef {object} StreamOptions
 * @property {number} [timeout] milliseconds, `Infinity` for none
 * @property {SignalLike | null} [signal]
 * @property {number} [buffer] the number of items that may wait here
 * @property {import("./metadata.js").Metadata} [metadata]
 */

const DEFAULT_BUFFER = 16;

/** @param {unknown} buffer */
const bufferFrom = (buffer = DEFAULT_BUFFER) => {
  if (isSafeInteger(buffer) && /** @type {number} */ (buffer) > 0) return /** @type {number} */ (buffer);
  throw invalid("buffer: expected a whole number of items, at least 1");
};

const done = () => promiseResolve({ value: undefined, done: true });

class Reader {
  #streams;
  #session;
  #method;
  #params;
  #options;
  #id = 0;
  /** @type {"idle" | "open" | "over"} */
  #state = "idle";
  /** @type {Queue<unknown>} */
  #items = new Queue();
  /** @type {Queue<{ resolve: (value: unknown) => void, reject: (error: unknown) => void }>} */
  #waiters = new Queue();
  /** @type {BridgeError | undefined} */
  #error;
  #buffer = DEFAULT_BUFFER;
  #consumed = 0;
  /** @type {(() => void) | undefined} */
  #unlisten;
  /**
   * Cancels the timer of the deadline.
   *
   * @type {(() => void) | undefined}
   */
  #settle;

  /**
   * @param {Streams} streams
   * @param {Session} session
   * @param {string} method
   * @param {unknown} params
   * @param {StreamOptions | null | undefined} options
   */
  constructor(streams, session, method, params, options) {
    this.#streams = streams;
    this.#session = session;
    this.#method = method;
    this.#params = params;
    this.#options = options;
  }

  next() {
    if (this.#state === "idle") this.#start();
    if (this.#items.size > 0) return promiseResolve({ value: this.#takeItem(), done: false });
    const error = this.#error;
    if (error !== undefined) {
      this.#error = undefined;
      return promiseReject(error);
    }
    if (this.#state !== "open") return done();
    const promise = newPromise();
    this.#waiters.add({ resolve: last.resolve, reject: last.reject });
    this.#streams.wake();
    return promise;
  }

  /** Whether somebody waits for an item. */
  get isAwaited() {
    return this.#waiters.size > 0;
  }

  /** Ends the stream from this side and tells the producer. */
  stop() {
    const isOpen = this.#state === "open";
    this.#state = "over";
    this.#error = undefined;
    this.#items = new Queue();
    this.#finish();
    if (isOpen) this.#cancel("CANCELLED");
  }

  /** @param {unknown} value */
  item(value) {
    if (this.#state !== "open") return;
    const waiter = this.#waiters.take();
    if (waiter !== undefined) {
      this.#consume();
      waiter.resolve({ value, done: false });
      return;
    }
    if (this.#items.size < this.#buffer) {
      this.#items.add(value);
      return;
    }
    this.fail(
      new BridgeError("RESOURCE_EXHAUSTED", `${this.#method} sent more items than were requested, over the limit buffer (${this.#buffer})`, {
        data: { limit: "buffer", maximum: this.#buffer },
        method: this.#method,
      }),
    );
    this.#cancel("RESOURCE_EXHAUSTED");
  }

  /** The other side has no more items. The items that wait here are still read. */
  end() {
    if (this.#state !== "open") return;
    this.#state = "over";
    this.#finish();
  }

  /** @param {unknown} error */
  fail(error) {
    if (this.#state === "over") return;
    this.#state = "over";
    const waiter = this.#waiters.take();
    if (waiter !== undefined) waiter.reject(error);
    else this.#error = /** @type {BridgeError} */ (error);
    this.#finish();
  }

  /**
   * @param {unknown} content the `$error` content
   * @param {unknown[] | undefined} attachments
   */
  failEncoded(content, attachments) {
    this.fail(this.#session.errorFrom(content, attachments, this.#method, undefined));
  }

  /**
   * @param {string} code
   * @param {string} message
   */
  close(code, message) {
    this.fail(new BridgeError(code, message, { method: this.#method }));
  }

  #start() {
    this.#state = "open";
    const session = this.#session;
    const method = this.#method;
    try {
      requireText(method, "method");
      if (this.#options !== undefined) requireOptions(this.#options, STREAM_OPTIONS);
      const { timeout: time, signal: anySignal, buffer, metadata } = this.#options ?? NO_OPTIONS;
      const timeout = timeoutFrom(time);
      const signal = signalFrom(anySignal);
      this.#buffer = bufferFrom(buffer);
      const pairs = metadataFrom(metadata, session.limits.metadataLength);
      session.requireOpen();
      requireTime(timeout, signal);
      session.encoder.encode(this.#params, "params");
      this.#params = undefined;
      if (this.#isOver()) return; // A getter of the parameters has stopped it.
      this.#id = session.nextId();
      this.#streams.add(this.#id, this);
      const answer = session.send(this.#id, method, timeout, this.#buffer, pairs);
      if (answer !== undefined) this.end();
      else if (this.#isOver()) this.#cancel("CANCELLED"); // It was stopped while it was being sent.
      else {
        if (timeout !== undefined && timeout < Infinity && session.keepsDeadlines) this.#expire(timeout);
        if (signal !== undefined) this.#watch(signal);
      }
    } catch (error) {
      this.fail(localError(error, method));
    }
  }

  /** @param {number} timeout */
  #expire(timeout) {
    this.#settle = backstops.deadline(this.#session.platform, timeout, () => {
      if (this.#state !== "open") return;
      this.fail(overdue(this.#method));
      this.#cancel("DEADLINE_EXCEEDED");
    });
  }

  /** @param {SignalLike} signal */
  #watch(signal) {
    const abort = () => {
      if (this.#state !== "open") return;
      this.#items = new Queue();
      const error = cancelled(signal.reason);
      defineHidden(error, "method", this.#method);
      this.fail(error);
      this.#cancel("CANCELLED");
    };
    try {
      this.#unlisten = onAbort(signal, abort);
      if (signal.aborted) abort();
    } catch (cause) {
      this.fail(localError(invalid("signal: a listener cannot be added", { cause }), this.#method));
      this.#cancel("CANCELLED");
    }
  }

  #isOver() {
    return this.#state === "over";
  }

  #takeItem() {
    const value = this.#items.take();
    this.#consume();
    return value;
  }

  /** Grants more items when half of the buffer was read: one message for many items. */
  #consume() {
    this.#consumed += 1;
    if (this.#state !== "open" || this.#consumed < ceil(this.#buffer / 2)) return;
    const items = this.#consumed;
    this.#consumed = 0;
    this.#session.postPlain(CREDIT, this.#id, items);
  }

  /**
   * Cancels the stream on the other side after it ended here: an answer to it, perhaps at once, is late.
   *
   * @param {string} code
   */
  #cancel(code) {
    this.#session.postPlain(CANCEL, this.#id, code);
  }

  #finish() {
    this.#streams.remove(this.#id);
    this.#settle?.();
    this.#settle = undefined;
    const unlisten = this.#unlisten;
    this.#unlisten = undefined;
    try {
      unlisten?.();
    } catch (error) {
      this.#session.report(error);
    }
    for (let waiter = this.#waiters.take(); waiter !== undefined; waiter = this.#waiters.take()) {
      waiter.resolve({ value: undefined, done: true });
    }
  }
}

/** @type {StreamOptions} */
export class Streams {
  #session;
  /** @type {OpenMap<number, Reader>} */
  #readers = new OpenMap();
  /** Whether the link was told that nobody waits for an item. */
  #rests = false;

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  get size() {
    return this.#readers.size;
  }

  /** Whether somebody waits for an item; if not, the link is woken when somebody does. */
  rest() {
    let isAwaited = false;
    this.#readers.forEach((/** @type {Reader} */ reader) => {
      if (reader.isAwaited) isAwaited = true;
    });
    this.#rests = !isAwaited;
    return isAwaited;
  }

  wake() {
    if (!this.#rests) return;
    this.#rests = false;
    this.#session.link.wake?.();
  }

  /**
   * @param {string} method
   * @param {unknown} params
   * @param {StreamOptions | null | undefined} options
   * @returns {AsyncIterableIterator<unknown>}
   */
  open(method, params, options) {
    const reader = new Reader(this, this.#session, method, params, options);
    const iterator = {
      next: () => /** @type {Promise<IteratorResult<unknown>>} */ (reader.next()),
      return: (/** @type {unknown} */ value) => {
        reader.stop();
        return promiseResolve({ value, done: true });
      },
      throw: (/** @type {unknown} */ error) => {
        reader.stop();
        return promiseReject(error);
      },
      [symbolAsyncIterator]: () => iterator,
    };
    return /** @type {AsyncIterableIterator<unknown>} */ (/** @type {unknown} */ (freeze(iterator)));
  }

  /**
   * @param {number} id
   * @returns {Reader | undefined}
   */
  reader(id) {
    return this.#readers.get(id);
  }

  /**
   * @param {number} id
   * @param {Reader} reader
   */
  add(id, reader) {
    this.#readers.set(id, reader);
  }

  /** @param {number} id */
  remove(id) {
    this.#readers.delete(id);
  }

  /**
   * @param {string} code
   * @param {string} message
   */
  close(code, message) {
    this.#readers.forEach((/** @type {Reader} */ reader) => reader.close(code, message));
  }
}
