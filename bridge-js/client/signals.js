// @ts-check
// Abort signals of the host or of a library.

import { invalid } from "./errors.js";

/**
 * The members of a signal that the client uses.
 *
 * @typedef {object} SignalLike
 * @property {boolean} aborted
 * @property {unknown} [reason]
 * @property {(type: "abort", listener: () => void) => void} addEventListener
 * @property {(type: "abort", listener: () => void) => void} removeEventListener
 */

/**
 * @param {unknown} signal
 * @returns {SignalLike | undefined}
 */
export const signalFrom = (signal) => {
  if (signal === undefined || signal === null) return undefined;
  const { aborted, addEventListener } = /** @type {Partial<SignalLike>} */ (signal);
  if (typeof aborted !== "boolean" || typeof addEventListener !== "function") throw invalid("signal: expected an AbortSignal");
  return /** @type {SignalLike} */ (signal);
};

/**
 * Calls `listener` when the signal aborts.
 *
 * @param {SignalLike} signal
 * @param {() => void} listener
 * @returns {() => void} removes the listener
 */
export const onAbort = (signal, listener) => {
  signal.addEventListener("abort", listener);
  return () => signal.removeEventListener("abort", listener);
};
