// @ts-check
// An abort signal for a handler, also where the host has none.

import { freeze } from "../shared/primordials.js";
import { ListenerList } from "../shared/listener-list.js";
import { surface } from "./promises.js";

/**
 * @typedef {object} AbortEvent
 * @property {"abort"} type
 * @property {object} target
 */

/** A signal for engines without `AbortSignal`, with the members that handlers use. */
class Signal {
  aborted = false;
  /** @type {unknown} */
  reason = undefined;
  /** @type {((event: AbortEvent) => void) | null} */
  onabort = null;
  /** @type {ListenerList<(event: AbortEvent) => void>} */
  #listeners = new ListenerList();

  throwIfAborted() {
    if (this.aborted) throw this.reason;
  }

  /**
   * @param {string} type
   * @param {(event: AbortEvent) => void} listener
   */
  addEventListener(type, listener) {
    if (type === "abort" && typeof listener === "function") this.#listeners.add(listener);
  }

  /**
   * @param {string} type
   * @param {(event: AbortEvent) => void} listener
   */
  removeEventListener(type, listener) {
    if (type === "abort") this.#listeners.removeFirst(listener);
  }

  /**
   * @param {Signal} signal
   * @param {unknown} reason
   */
  static abort(signal, reason) {
    if (signal.aborted) return;
    signal.aborted = true;
    signal.reason = reason;
    const event = freeze({ type: /** @type {const} */ ("abort"), target: signal });
    const tell = (/** @type {(event: AbortEvent) => void} */ listener) => {
      try {
        listener(event);
      } catch (error) {
        surface(error);
      }
    };
    if (typeof signal.onabort === "function") tell(signal.onabort);
    signal.#listeners.each(tell);
  }
}

const abortSignal = Signal.abort;

/**
 * A signal and the function that aborts it, which readers of the signal do not have.
 *
 * @param {import("./platform.js").Platform} platform
 * @returns {{ signal: import("./signals.js").SignalLike, abort: (reason: unknown) => void }}
 */
export const newSignal = (platform) => {
  if (platform.newSignal !== undefined) return platform.newSignal();
  const signal = new Signal();
  return { signal, abort: (reason) => abortSignal(signal, reason) };
};
