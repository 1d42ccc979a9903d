// @ts-check
// The stores of `AsyncLocalStorage` that belong to the code that runs now. See node/async-hooks.js for what carries them.

import { apply } from "./primordials.js";

/** @typedef {{ owner: object, store: unknown, next: Frame | undefined }} Frame the innermost store of each storage comes first */

/**
 * `frame` has the current stores. `isUsed` is set by the first `run`: before that, nothing has to be carried. `isKnown` is false
 * in code that no carrier has entered, such as that after an `await`.
 *
 * @type {{ frame: Frame | undefined, isUsed: boolean, isKnown: boolean }}
 */
export const context = { frame: undefined, isUsed: false, isKnown: true };

/**
 * Calls a function with stores, and restores the current ones.
 *
 * @param {Frame | undefined} frame
 * @param {boolean} isKnown
 * @param {Function} callback
 * @param {unknown} receiver
 * @param {unknown[]} values
 */
export function runWith(frame, isKnown, callback, receiver, values) {
  const before = context.frame;
  const wasKnown = context.isKnown;
  context.frame = frame;
  context.isKnown = isKnown;
  try {
    return apply(callback, receiver, values);
  } finally {
    context.frame = before;
    context.isKnown = wasKnown;
  }
}

/**
 * A function that calls the given one with the stores of now; the given one itself while no storage is used.
 *
 * @template {Function} F
 * @param {F} callback
 * @returns {F}
 */
export function carry(callback) {
  if (!context.isUsed) return callback;
  const { frame, isKnown } = context;
  /** @this {unknown} */
  const carried = function (/** @type {any[]} */ ...values) {
    return runWith(frame, isKnown, callback, this, values);
  };
  return /** @type {any} */ (carried);
}
