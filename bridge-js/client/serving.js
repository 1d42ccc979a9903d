// @ts-check
// One request of the other side, from its arrival to its answer.

import * as refusals from "#deferred/client/options-refusal.js";
import { isObject } from "../shared/is-object.js";
import { noop } from "../shared/noop.js";
import {
  apply, freeze, min, promiseReject, reflectGet, symbolAsyncIterator, symbolIterator, TypeError,
} from "../shared/primordials.js";
import { BridgeError } from "./errors.js";
import { ERROR, ITEM, PROGRESS, RESULT } from "./kinds.js";
import { metadataOf } from "./metadata.js";
import { isThenable, when } from "./promises.js";
import { newSignal } from "./new-signal.js";
import { CALL_OPTIONS, requireOptions } from "./options.js";
import { onAbort, signalFrom } from "./signals.js";
import { localError, NO_OPTIONS, timeoutFrom } from "./calls.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./kinds.js").Id} Id */
/** @typedef {import("./calls.js").CallOptions} CallOptions */
/** @typedef {import("./signals.js").SignalLike} SignalLike */
/** @typedef {(method: string, params: unknown, options: CallOptions) => Promise<unknown>} NestedCall */
/** @typedef {AsyncIterator<unknown> | Iterator<unknown>} Items */

/** The second argument of a handler. It has getters, because most handlers read none of its members. */
export class Context {
  #serving;

  /** @param {Serving} serving */
  constructor(serving) {
    this.#serving = serving;
  }

  /** The method by which the handler was called. */
  get method() {
    return this.#serving.method;
  }

  /** The deadline of the caller, in milliseconds since 1970; `Infinity` for none. */
  get deadline() {
    return this.#serving.deadline;
  }

  /** Aborts when the caller cancels the request. */
  get signal() {
    return this.#serving.signal;
  }

  /** The metadata of the call, such as the identity of its trace. */
  get metadata() {
    return this.#serving.metadata;
  }

  /** `bridge.call`, whose calls are cancelled when this request ends. */
  get call() {
    const serving = this.#serving;
    /** @type {(method: string, params?: unknown, options?: CallOptions, more?: unknown) => Promise<unknown>} */
    const call = (method, params, options, more) =>
      more === undefined ? serving.nested(method, params, options) : promiseReject(refusals.surplus("call takes a method, its parameters and options"));
    return call;
  }

  /** Sends progress to the caller. */
  get report() {
    const serving = this.#serving;
    return (/** @type {unknown} */ progress) => serving.progress(progress);
  }
}

export class Serving {
  method;
  deadline;
  #session;
  #id;
  #credit;
  #pairs;
  #call;
  #servings;
  #isAnswered = false;
  /** @type {{ signal: SignalLike, abort: (reason: unknown) => void } | undefined} */
  #controller;
  /** @type {BridgeError | undefined} */
  #aborted;
  /** @type {Items | undefined} */
  #items;
  #isPulling = false;

  /**
   * @param {Session} session
   * @param {Id} id
   * @param {string} method
   * @param {number | undefined} timeout
   * @param {number | undefined} credit the number of items that may be sent; `undefined` for a request of one answer
   * @param {string[] | undefined} pairs
   * @param {NestedCall} call
   * @param {import("./open-map.js").OpenMap<Id, Serving>} servings the open requests; this one removes itself when it ends
   */
  constructor(session, id, method, timeout, credit, pairs, call, servings) {
    this.#session = session;
    this.#id = id;
    this.method = method;
    this.deadline = timeout === undefined || timeout === Infinity ? Infinity : session.now() + timeout;
    this.#credit = credit;
    this.#pairs = pairs;
    this.#call = call;
    this.#servings = servings;
  }

  get isStreaming() {
    return this.#items !== undefined;
  }

  get metadata() {
    return metadataOf(this.#pairs);
  }

  get signal() {
    if (this.#controller === undefined) {
      this.#controller = newSignal(this.#session.platform);
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted);
    }
    return this.#controller.signal;
  }

  /**
   * @param {(params: unknown, call: Context) => unknown} handler
   * @param {unknown} params
   */
  run(handler, params) {
    try {
      const outcome = handler(params, new Context(this));
      if (isThenable(outcome)) void when(outcome, (value) => this.#answer(value), (error) => this.fail(error));
      else this.#answer(outcome);
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    if (this.#end()) this.#session.postError(ERROR, this.#id, error);
  }

  /**
   * The caller cancelled the request: it is answered at once, and the signal of the handler aborts.
   *
   * @param {string} code
   */
  cancel(code) {
    if (this.#isAnswered) return;
    const reason = new BridgeError(code, code === "DEADLINE_EXCEEDED" ? "the deadline has passed" : "the caller cancelled the call", {
      method: this.method,
    });
    this.#aborted = reason;
    this.fail(reason);
    this.#controller?.abort(reason);
    this.#stopItems();
  }

  /** @param {number} items */
  grant(items) {
    if (this.#credit === undefined || !(items > 0)) return;
    this.#credit += items;
    this.#pull();
  }

  /** @param {unknown} progress */
  progress(progress) {
    if (this.#isAnswered) return;
    this.#session.encoder.encode(progress, "progress");
    if (!this.#isAnswered) this.#session.postEncoded(PROGRESS, this.#id);
  }

  /**
   * A call that has no more time than this request, belongs to the same trace, and is cancelled when it ends.
   *
   * @param {string} method
   * @param {unknown} params
   * @param {CallOptions | null | undefined} options
   * @returns {Promise<unknown>}
   */
  nested(method, params, options) {
    try {
      if (options !== undefined) requireOptions(options, CALL_OPTIONS);
      const { timeout, signal, onProgress, metadata = this.#pairs && this.metadata } = options ?? NO_OPTIONS;
      const own = signalFrom(signal);
      const inherited = { timeout: this.#timeLeft(timeoutFrom(timeout)), signal: this.signal, onProgress, metadata };
      if (own === undefined) return this.#call(method, params, inherited);
      const both = either(this.#session.platform, own, this.signal);
      const promise = this.#call(method, params, { timeout: inherited.timeout, signal: both.signal, onProgress, metadata });
      void when(promise, both.release, both.release);
      return promise;
    } catch (error) {
      return promiseReject(localError(error, method));
    }
  }

  /** @param {number | undefined} wanted */
  #timeLeft(wanted) {
    if (this.deadline === Infinity) return wanted;
    const left = this.deadline - this.#session.now();
    return min(left > 0 ? left : 0, wanted ?? left);
  }

  /** @param {unknown} outcome */
  #answer(outcome) {
    if (this.#isAnswered) return;
    try {
      const items = itemsOf(outcome, this.#credit !== undefined);
      if (this.#credit !== undefined) {
        if (items === undefined) throw new BridgeError("FAILED_PRECONDITION", `${this.method} is not a stream: use call.`);
        this.#items = items;
        this.#pull();
        return;
      }
      if (items !== undefined) throw new BridgeError("FAILED_PRECONDITION", `${this.method} is a stream: use stream.`);
      this.#session.encoder.encode(outcome, "result");
      if (this.#end()) this.#session.postEncoded(RESULT, this.#id);
      else this.#session.encoder.takeBack(); // A getter has cancelled it meanwhile.
    } catch (error) {
      this.fail(error);
    }
  }

  /** Takes items from the producer, one at a time, while credit is left. */
  #pull() {
    const items = this.#items;
    if (items === undefined || this.#isPulling || this.#isAnswered || !(/** @type {number} */ (this.#credit) > 0)) return;
    this.#isPulling = true;
    try {
      void when(items.next(), (step) => this.#send(step), (error) => this.#break(error));
    } catch (error) {
      this.#break(error);
    }
  }

  /** @param {unknown} step */
  #send(step) {
    this.#isPulling = false;
    if (this.#isAnswered) return;
    try {
      if (!isObject(step)) throw new TypeError("the result of the iterator is not an object");
      const { done, value } = /** @type {IteratorResult<unknown>} */ (step);
      if (done) {
        if (this.#end()) this.#session.postPlain(RESULT, this.#id, undefined);
        return;
      }
      this.#session.encoder.encode(value, "item");
      if (this.#isAnswered) return this.#session.encoder.takeBack();
      this.#session.postEncoded(ITEM, this.#id);
    } catch (error) {
      this.fail(error);
      this.#stopItems();
      return;
    }
    /** @type {number} */ (this.#credit) -= 1;
    this.#pull();
  }

  /** @param {unknown} error what the iterator itself threw: it has ended */
  #break(error) {
    this.#items = undefined;
    this.fail(error);
  }

  /** Lets the producer clean up. An error that it throws then belongs to no call. */
  #stopItems() {
    const items = this.#items;
    this.#items = undefined;
    if (items === undefined) return;
    const report = (/** @type {unknown} */ error) => this.#session.report(error);
    try {
      if (typeof items.return === "function") void when(items.return(), noop, report);
    } catch (error) {
      report(error);
    }
  }

  /** @returns {boolean} false when it was answered before */
  #end() {
    if (this.#isAnswered) return false;
    this.#isAnswered = true;
    this.#servings.delete(this.#id);
    return true;
  }
}

freeze(Context.prototype);

/**
 * The iterator of a handler's result, if it is a stream.
 *
 * @param {unknown} outcome
 * @param {boolean} isStream whether a stream was requested: only then an array is one
 * @returns {Items | undefined}
 */
const itemsOf = (outcome, isStream) => {
  if (!isObject(outcome)) return undefined;
  const makeAsync = reflectGet(outcome, symbolAsyncIterator);
  if (typeof makeAsync === "function") return apply(makeAsync, outcome, []);
  if (!isStream) return undefined;
  const make = reflectGet(outcome, symbolIterator);
  return typeof make === "function" ? apply(make, outcome, []) : undefined;
};

/**
 * A signal that aborts when the first of two signals aborts.
 *
 * @param {import("./platform.js").Platform} platform
 * @param {SignalLike} a
 * @param {SignalLike} b
 */
const either = (platform, a, b) => {
  const { signal, abort } = newSignal(platform);
  const stopA = onAbort(a, () => abort(a.reason));
  const stopB = onAbort(b, () => abort(b.reason));
  if (a.aborted) abort(a.reason);
  if (b.aborted) abort(b.reason);
  const release = () => {
    stopA();
    stopB();
  };
  return { signal, release };
};
