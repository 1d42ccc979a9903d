// @ts-check
// Promises, used without reading anything that a page can change.

import { isObject } from "../shared/is-object.js";
import { noop } from "../shared/noop.js";
import { Promise, promiseReject } from "../shared/primordials.js";
import { isPlainPromise, react } from "../shared/promises.js";

/** @typedef {import("../shared/promises.js").Reaction} Reaction */

/**
 * The functions of the promise that `newPromise` made last: a closure or an object for each promise would cost more.
 *
 * @type {{ resolve: (value: unknown) => void, reject: (reason: unknown) => void }}
 */
export const last = { resolve: () => {}, reject: () => {} };

/** @type {(resolve: (value: unknown) => void, reject: (reason: unknown) => void) => void} */
const executor = (resolve, reject) => {
  last.resolve = resolve;
  last.reject = reject;
};

/** @returns {Promise<unknown>} */
export const newPromise = () => new Promise(executor);

/**
 * Adds reactions to whatever `value` is: a promise, any thenable, or a plain value.
 *
 * @param {unknown} value
 * @param {Reaction} onValue
 * @param {Reaction} onError
 */
export const when = (value, onValue, onError) => {
  if (isPlainPromise(value)) {
    try {
      return react(value, onValue, onError);
    } catch {
      // The value is not a promise of the engine, or a frozen one where a page changed the built-ins: it is adopted below.
    }
  }
  const promise = newPromise();
  last.resolve(value);
  return react(promise, onValue, onError);
};

/**
 * Whether a value has to be awaited. Throws what reading its `then` throws.
 *
 * @param {unknown} value
 */
export const isThenable = (value) =>
  isObject(value) && (isPlainPromise(value) || typeof (/** @type {{ then?: unknown }} */ (value).then) === "function");

/**
 * For a promise whose rejection is reported elsewhere or can be ignored.
 *
 * @param {Promise<unknown>} promise
 */
export const ignore = (promise) => void when(promise, noop, noop);

/**
 * The default report of errors that belong to no call: the host's hook for unhandled rejections.
 *
 * @param {unknown} error
 */
export const surface = (error) => void promiseReject(error);
