// @ts-check
// Outgoing calls: an id goes out, an answer comes back once.

import * as backstops from "#deferred/client/backstop.js";
import * as metadataPairs from "#deferred/client/metadata.js";
import * as stacks from "#deferred/client/stack.js";
import { defineHidden } from "../shared/define.js";
import { freeze, isExtensible, MAX_SAFE_INTEGER, promiseReject, promiseResolve } from "../shared/primordials.js";
import { OpenMap } from "./open-map.js";
import { BridgeError, cancelled, invalid } from "./errors.js";
import { CANCEL, VOID } from "./kinds.js";
import { CALL_OPTIONS, requireOptions } from "./options.js";
import { Ring } from "./ring.js";
import { TRACED, capture } from "./trace.js";
import { last, newPromise } from "./promises.js";
import { onAbort, signalFrom } from "./signals.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./signals.js").SignalLike} SignalLike */

/**
 * @typedef {object} CallOptions
 * @property {number} [timeout] milliseconds, `Infinity` for none
 * @property {SignalLike | null} [signal]
 * @property {(progress: unknown) => void} [onProgress]
 * @property {import("./metadata.js").Metadata} [metadata]
 */

/**
 * @param {unknown} timeout
 * @returns {number | undefined}
 */
export const timeoutFrom = (timeout) => {
  if (timeout === undefined) return undefined;
  if (typeof timeout !== "number" || !(timeout >= 0)) throw invalid("timeout: expected milliseconds, at least 0, or Infinity");
  return timeout > MAX_SAFE_INTEGER ? Infinity : timeout;
};

/**
 * @param {unknown} value
 * @param {string} label
 * @returns {asserts value is string}
 */
export function requireText(value, label) {
  if (typeof value !== "string") throw invalid(`${label}: expected a string, got ${value === null ? "null" : typeof value}`);
}

/** @param {unknown} listener */
const progressFrom = (listener) => {
  if (listener === undefined || typeof listener === "function") {
    return /** @type {((progress: unknown) => void) | undefined} */ (listener);
  }
  throw invalid("onProgress: expected a function");
};

/**
 * Throws where no message is needed: for a timeout of zero, or a signal that has aborted.
 *
 * @param {number | undefined} timeout
 * @param {SignalLike | undefined} signal
 */
export const requireTime = (timeout, signal) => {
  if (signal?.aborted) throw cancelled(signal.reason);
  if (timeout === 0) throw new BridgeError("DEADLINE_EXCEEDED", "the call had no time left");
};

/**
 * @param {string} method
 * @returns {BridgeError} the same error as the other side's at the deadline
 */
export const overdue = (method) => new BridgeError("DEADLINE_EXCEEDED", `${method} exceeded its deadline.`, { method });

/**
 * Adds the name of the call to an error that was never sent, and starts its stack where the call was made.
 *
 * @param {unknown} error
 * @param {unknown} method
 */
export const localError = (error, method) => {
  if (!BridgeError.isBridgeError(error) || !isExtensible(error)) return error;
  if (error.method === undefined && typeof method === "string") defineHidden(error, "method", method);
  stacks.retrace(error, error, undefined);
  return error;
};

/**
 * The options of a call or stream that was given none.
 *
 * @type {{ readonly [name: string]: undefined }}
 */
export const NO_OPTIONS = freeze(/** @type {{ readonly [name: string]: undefined }} */ (/** @type {unknown} */ ({ __proto__: null })));

export class Calls {
  #session;
  #ring = new Ring();
  /**
   * Answers that arrived while their call was still being sent.
   *
   * @type {OpenMap<number, Promise<unknown>>}
   */
  #early = new OpenMap();
  /** @type {import("./backstop.js").Backstop | undefined} */
  #backstop;

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  get pending() {
    return this.#ring.size;
  }

  /**
   * @param {string} method
   * @param {unknown} params
   * @param {CallOptions | undefined} options
   * @param {string} [name] the method's in errors, if it is another one
   * @returns {Promise<unknown>}
   */
  call(method, params, options, name) {
    try {
      requireText(method, "method");
      if (options === undefined || options === null) return this.#send(method, params, undefined, undefined, undefined, undefined, name);
      requireOptions(options, CALL_OPTIONS);
      const { timeout, signal, onProgress, metadata } = options;
      const pairs = metadata === undefined ? undefined : metadataPairs.metadataFrom(metadata, this.#session.limits.metadataLength);
      return this.#send(method, params, timeoutFrom(timeout), signalFrom(signal), progressFrom(onProgress), pairs, name);
    } catch (error) {
      return promiseReject(localError(error, name ?? method));
    }
  }

  /**
   * @param {string} method
   * @param {unknown} params
   * @returns {unknown}
   */
  callSync(method, params) {
    try {
      requireText(method, "method");
      return this.#sendSync(method, params);
    } catch (error) {
      throw localError(error, method);
    }
  }

  /**
   * @param {number} id
   * @param {unknown} value
   * @returns {boolean} false when no such call is pending
   */
  resolve(id, value) {
    const ring = this.#ring;
    if (!ring.take(id)) return false;
    const { resolve, details } = ring;
    if (this.#backstop !== undefined && ring.size === 0) this.#backstop.idle();
    if (details !== undefined) this.#release(details);
    if (resolve === undefined) this.#early.set(id, promiseResolve(value));
    else resolve(value);
    return true;
  }

  /**
   * @param {number} id
   * @param {unknown} content the `$error` content
   * @param {unknown[] | undefined} attachments
   * @returns {boolean} false when no such call is pending
   */
  rejectEncoded(id, content, attachments) {
    const ring = this.#ring;
    if (!ring.take(id)) return false;
    const { reject, details, method } = ring;
    this.#reject(id, reject, details, this.#session.errorFrom(content, attachments, method, details?.trace));
    return true;
  }

  /**
   * @param {number} id
   * @param {BridgeError} error
   * @returns {boolean} false when no such call is pending
   */
  reject(id, error) {
    const ring = this.#ring;
    if (!ring.take(id)) return false;
    const { reject, details, method } = ring;
    if (error.method === undefined) defineHidden(error, "method", method);
    stacks.retrace(error, details?.trace, undefined);
    this.#reject(id, reject, details, error);
    return true;
  }

  /**
   * @param {number} id
   * @param {unknown} value
   */
  progress(id, value) {
    const onProgress = this.#ring.detailsOf(id)?.onProgress;
    if (onProgress !== undefined) onProgress(value);
  }

  /**
   * Rejects every pending call.
   *
   * @param {string} code
   * @param {string} message
   */
  close(code, message) {
    const ids = this.#ring.ids();
    for (let at = 0; at < ids.length; at += 1) this.reject(ids[at], new BridgeError(code, message));
    this.#backstop?.rest();
  }

  /**
   * @param {string} method
   * @param {unknown} params
   * @param {number | undefined} timeout
   * @param {SignalLike | undefined} signal
   * @param {((progress: unknown) => void) | undefined} onProgress
   * @param {string[] | undefined} metadata
   * @param {string | undefined} name
   * @returns {Promise<unknown>}
   */
  #send(method, params, timeout, signal, onProgress, metadata, name) {
    const session = this.#session;
    const ring = this.#ring;
    session.requireOpen();
    requireTime(timeout, signal);
    session.encoder.encode(params, "params");
    const id = session.nextId();
    ring.open(id, name ?? method);
    if (onProgress !== undefined) ring.describe(id, { onProgress, release: undefined, trace: undefined });
    let answer;
    try {
      answer = session.send(id, method, timeout, undefined, metadata);
    } catch (error) {
      if (ring.take(id)) throw error;
      return this.#takeEarly(id);
    }
    if (answer !== undefined) {
      if (!ring.take(id)) return this.#takeEarly(id);
      return promiseResolve(answer === VOID ? undefined : answer);
    }
    const promise = newPromise();
    if (!ring.keep(id, last.resolve, last.reject)) return this.#takeEarly(id);
    if (timeout === undefined ? session.keepsAllDeadlines : session.keepsDeadlines && timeout < Infinity) this.#watch(id, timeout);
    const isTraced = ring.size <= TRACED;
    if (isTraced || signal !== undefined) {
      const trace = isTraced ? capture() : undefined;
      const details = { onProgress, release: undefined, trace };
      ring.describe(id, details);
      if (signal !== undefined) this.#listen(id, details, signal);
    }
    return promise;
  }

  /**
   * The answer arrives before the link's function returns, or not at all.
   *
   * @param {string} method
   * @param {unknown} params
   */
  #sendSync(method, params) {
    const session = this.#session;
    session.requireOpen();
    if (session.link.callSync === undefined) {
      throw new BridgeError("FAILED_PRECONDITION", `${method} is handled by another process: await bridge.call instead`);
    }
    session.encoder.encode(params, "params");
    const id = session.nextId();
    let hasValue = false;
    let hasFailed = false;
    /** @type {unknown} */
    let outcome;
    this.#ring.open(id, method);
    this.#ring.keep(
      id,
      (value) => {
        hasValue = true;
        outcome = value;
      },
      (error) => {
        hasFailed = true;
        outcome = error;
      },
    );
    let answer;
    try {
      answer = session.sendSync(id, method);
    } finally {
      if (this.#ring.take(id) && answer === undefined) session.postPlain(CANCEL, id, "FAILED_PRECONDITION");
    }
    if (hasFailed) throw outcome;
    if (hasValue) return outcome;
    if (answer === undefined) throw new BridgeError("FAILED_PRECONDITION", `${method} did not answer at once: await bridge.call instead`);
    return answer === VOID ? undefined : answer;
  }

  /**
   * Ends the call at its deadline.
   *
   * @param {number} id
   * @param {number | undefined} timeout
   */
  #watch(id, timeout) {
    this.#backstop ??= new backstops.Backstop(this.#ring, this.#session.platform, (due, method) =>
      this.#giveUp(due, overdue(method)),
    );
    this.#backstop.watch(id, timeout);
  }

  /**
   * Ends the call when its signal aborts.
   *
   * @param {number} id
   * @param {import("./ring.js").Details} details
   * @param {SignalLike} signal
   */
  #listen(id, details, signal) {
    const abort = () => this.#giveUp(id, cancelled(signal.reason));
    try {
      details.release = onAbort(signal, abort);
    } catch (cause) {
      this.#giveUp(id, invalid("signal: a listener cannot be added", { cause }));
    }
    if (signal.aborted) abort(); // A getter of the parameters aborted it, or it aborted while the call was being sent.
  }

  /**
   * Ends a call from this side. The other side is told to cancel it, and an answer that still arrives is late.
   *
   * @param {number} id
   * @param {BridgeError} error
   */
  #giveUp(id, error) {
    const { code } = error;
    if (this.reject(id, error)) this.#session.postPlain(CANCEL, id, code);
  }

  /**
   * @param {number} id
   * @param {((error: unknown) => void) | undefined} reject
   * @param {import("./ring.js").Details | undefined} details
   * @param {BridgeError} error
   */
  #reject(id, reject, details, error) {
    if (this.#backstop !== undefined && this.#ring.size === 0) this.#backstop.idle();
    if (details !== undefined) this.#release(details);
    if (reject === undefined) this.#early.set(id, promiseReject(error));
    else reject(error);
  }

  /** @param {import("./ring.js").Details} details */
  #release(details) {
    try {
      details.release?.();
    } catch (error) {
      this.#session.report(error); // A signal that is not the host's may throw.
    }
  }

  /**
   * @param {number} id
   * @returns {Promise<unknown>}
   */
  #takeEarly(id) {
    const promise = /** @type {Promise<unknown>} */ (this.#early.get(id));
    this.#early.delete(id);
    return promise;
  }
}
