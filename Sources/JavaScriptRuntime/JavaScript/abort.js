// @ts-check
import { abortStateOf, AbortState, setAbortState } from "./abort-state.js";
import { defineInspection, describeInterface } from "./define.js";
import { DOMException } from "./dom-exception.js";
import { control, Event } from "./event.js";
import { EventHandler } from "./event-handler.js";
import { EventTarget, listenersOf } from "./event-target.js";
import { push, TypeError } from "./primordials.js";
import { reportUncaught } from "./report.js";
import { toArray } from "./sequence.js";
import { startBackgroundTimer } from "./timers.js";

/** Given to the constructor by those who may call it. */
const key = {};

/** Tells that something was given up. Made by an `AbortController` or by the functions of this class. */
export class AbortSignal extends EventTarget {
  #state = new AbortState(this);
  #onabort = new EventHandler("abort", listenersOf(this));

  /** @param {unknown} [caller] */
  constructor(caller) {
    if (caller !== key) throw new TypeError("Illegal constructor");
    super();
    setAbortState(this, this.#state);
    // A derived signal must live as long as somebody listens to it.
    const listeners = listenersOf(this);
    listeners.changed = () => this.#state.hold(listeners.count("abort") > 0);
  }

  /**
   * A signal that is aborted already.
   * @param {unknown} [reason]
   */
  static abort(reason) {
    const signal = new AbortSignal(key);
    signal.#state.mark(reason === undefined ? abortError() : reason, []);
    return signal;
  }

  /**
   * A signal that aborts with a `TimeoutError` after a time. It does not keep the process alive.
   * @param {number} milliseconds
   */
  static timeout(milliseconds) {
    const delay = +milliseconds;
    if (!(delay >= 0 && delay <= 0x1fffffffffffff)) {
      throw new TypeError(`AbortSignal.timeout: ${delay} is not a number of milliseconds`);
    }
    const signal = new AbortSignal(key);
    const message = "The operation timed out";
    startBackgroundTimer(() => abortSignal(signal, new DOMException(message, "TimeoutError")), delay);
    return signal;
  }

  /**
   * A signal that aborts as soon as one of the given ones does.
   * @param {Iterable<AbortSignal>} signals
   */
  static any(signals) {
    const states = statesOf(toArray(signals, "AbortSignal.any"));
    const result = new AbortSignal(key);
    for (let i = 0; i < states.length; i++) {
      const state = /** @type {AbortState} */ (states[i]);
      if (state.aborted) {
        result.#state.mark(state.reason, []);
        return result;
      }
    }
    for (let i = 0; i < states.length; i++) {
      const state = /** @type {AbortState} */ (states[i]);
      state.addDerived(result.#state);
    }
    return result;
  }

  get aborted() {
    return this.#state.aborted;
  }

  get reason() {
    return this.#state.reason;
  }

  get onabort() {
    return this.#onabort.value;
  }

  set onabort(handler) {
    this.#onabort.value = handler;
  }

  throwIfAborted() {
    if (this.#state.aborted) throw this.#state.reason;
  }
}

/** Gives its signal to those who can be asked to stop, and asks them. */
export class AbortController {
  #signal = new AbortSignal(key);

  get signal() {
    return this.#signal;
  }

  /** @param {unknown} [reason] */
  abort(reason) {
    abortSignal(this.#signal, reason);
  }
}

describeInterface(AbortSignal);
describeInterface(AbortController);
defineInspection(AbortSignal, ({ aborted }) => ({ aborted }));
defineInspection(AbortController, ({ signal }) => ({ signal }));

/**
 * @param {AbortSignal} signal
 * @param {unknown} reason
 */
function abortSignal(signal, reason) {
  const state = /** @type {AbortState} */ (abortStateOf(signal));
  if (state.aborted) return;
  /** @type {AbortState[]} */
  const marked = [];
  state.mark(reason === undefined ? abortError() : reason, marked);
  for (let i = 0; i < marked.length; i++) {
    const next = /** @type {AbortState} */ (marked[i]);
    next.settle();
    const event = control.trust(new Event("abort"));
    listenersOf(/** @type {AbortSignal} */ (next.signal)).dispatch(event, next.signal, reportUncaught);
  }
}

function abortError() {
  return new DOMException("This operation was aborted", "AbortError");
}

/** @param {unknown[]} signals */
function statesOf(signals) {
  /** @type {AbortState[]} */
  const states = [];
  for (let i = 0; i < signals.length; i++) {
    const state = abortStateOf(signals[i]);
    if (state === undefined) throw new TypeError("AbortSignal.any: every element must be an AbortSignal");
    push(states, state);
  }
  return states;
}
