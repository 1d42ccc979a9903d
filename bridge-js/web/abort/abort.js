// @ts-check
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import * as timers from "#deferred/web/timers/timers.js";
import { abortStateOf, AbortState, setAbortState } from "../events/abort-state.js";
import { Event } from "../events/event.js";
import { EventHandler } from "../events/event-handler.js";
import { EventTarget, listenersOf, reportLater } from "../events/event-target.js";
import { defineInspection, describeInterface, internal, requireArguments, requireInternal } from "../interface.js";
import { append } from "../../shared/lists.js";
import { construct, floor, max, setPrototypeOf, TypeError } from "../../shared/primordials.js";
import { toArray } from "../sequence.js";

/** A signal that an operation is to be cancelled, made by an `AbortController` or by a function of this class. */
export class AbortSignal {
  // `extends` is not used: a page may give the class another parent, whose constructor `super` would call.

  /** @param {unknown} [caller] */
  constructor(caller = undefined) {
    requireInternal(caller);
    const signal = /** @type {EventTarget} */ (construct(EventTarget, [], new.target));
    const state = new AbortState(signal);
    setAbortState(signal, state);
    const listeners = listenersOf(signal);
    state.onabort = new EventHandler("abort", listeners);
    // A derived signal has to live as long as it has a listener.
    listeners.changed = () => state.hold(listeners.count("abort") > 0);
    return /** @type {AbortSignal} */ (/** @type {unknown} */ (signal));
  }

  /**
   * A signal that is aborted already.
   * @param {unknown} [reason]
   */
  static abort(reason = undefined) {
    const signal = new AbortSignal(internal);
    stateOf(signal).mark(reason === undefined ? abortError() : reason);
    return signal;
  }

  /**
   * A signal that aborts with a `TimeoutError` after a delay. It does not keep the process alive.
   * @param {number} milliseconds
   */
  static timeout(milliseconds) {
    requireArguments("AbortSignal.timeout", arguments.length, 1);
    const delay = +milliseconds;
    // A fraction is truncated, so a number above -1 is 0.
    if (!(delay > -1 && delay < 0x20000000000000)) {
      throw new TypeError(`AbortSignal.timeout: ${delay} is not a number of milliseconds`);
    }
    const signal = new AbortSignal(internal);
    const message = "The operation timed out";
    timers.startBackgroundTimer(() => abortSignal(signal, new exceptions.DOMException(message, "TimeoutError")), max(0, floor(delay)));
    return signal;
  }

  /**
   * A signal that aborts as soon as one of the given signals does.
   * @param {Iterable<AbortSignal>} signals
   */
  static any(signals) {
    requireArguments("AbortSignal.any", arguments.length, 1);
    return signalAfter(statesOf(toArray(signals, "AbortSignal.any")));
  }

  get aborted() {
    return stateOf(this).aborted;
  }

  get reason() {
    return stateOf(this).reason;
  }

  get onabort() {
    return stateOf(this).onabort?.value;
  }

  set onabort(handler) {
    /** @type {EventHandler} */ (stateOf(this).onabort).value = handler;
  }

  throwIfAborted() {
    const { aborted, reason } = stateOf(this);
    if (aborted) throw reason;
  }
}

/**
 * A signal that aborts as soon as one of others does.
 * @param {AbortState[]} states of the others
 */
export function signalAfter(states) {
  const result = new AbortSignal(internal);
  for (let i = 0; i < states.length; i++) {
    const state = /** @type {AbortState} */ (states[i]);
    if (state.aborted) {
      stateOf(result).mark(state.reason);
      return result;
    }
  }
  for (let i = 0; i < states.length; i++) /** @type {AbortState} */ (states[i]).addDerived(stateOf(result));
  return result;
}

/** A signal and the function that aborts it, which is reachable from no prototype. */
export function newSignal() {
  const signal = new AbortSignal(internal);
  return { signal, abort: (/** @type {unknown} */ reason) => abortSignal(signal, reason) };
}

/** An object that has a signal and aborts it. */
export class AbortController {
  #signal = new AbortSignal(internal);

  get signal() {
    return this.#signal;
  }

  /** @param {unknown} [reason] */
  abort(reason = undefined) {
    abortSignal(this.#signal, reason);
  }
}

setPrototypeOf(AbortSignal, EventTarget);
setPrototypeOf(AbortSignal.prototype, EventTarget.prototype);
describeInterface(AbortSignal);
describeInterface(AbortController);
defineInspection(AbortSignal, ({ aborted }) => ({ aborted }));
defineInspection(AbortController, ({ signal }) => ({ signal }));

/** @param {unknown} signal */
function stateOf(signal) {
  const state = abortStateOf(signal);
  if (state === undefined) throw new TypeError("The receiver is not an AbortSignal");
  return state;
}

/**
 * @param {AbortSignal} signal
 * @param {unknown} reason
 */
function abortSignal(signal, reason) {
  const state = stateOf(signal);
  if (state.aborted) return;
  const marked = state.mark(reason === undefined ? abortError() : reason);
  for (let i = 0; i < marked.length; i++) {
    const next = /** @type {AbortState} */ (marked[i]);
    next.settle();
    listenersOf(/** @type {EventTarget} */ (next.signal)).dispatch(new Event("abort"), next.signal, true, reportLater);
  }
}

function abortError() {
  return new exceptions.DOMException("This operation was aborted", "AbortError");
}

/** @param {unknown[]} signals */
function statesOf(signals) {
  /** @type {AbortState[]} */
  const states = [];
  for (let i = 0; i < signals.length; i++) {
    const state = abortStateOf(signals[i]);
    if (state === undefined) throw new TypeError("AbortSignal.any: every element must be an AbortSignal");
    append(states, state);
  }
  return states;
}
