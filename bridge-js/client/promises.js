// @ts-check
// Promises, used without a look at anything that a page can change.

import {
  PromiseOf,
  PromisePrototype,
  getPrototypeOf,
  hasOwn,
  promiseReject,
  promiseThen,
  reflectGet,
  species,
} from "./primordials.js";
import { hide } from "./errors.js";

/** @typedef {(value: unknown) => unknown} Reaction */

/**
 * The functions of the promise that `newPromise` made last: a closure or an object for each would cost more.
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
export const newPromise = () => new PromiseOf(executor);

/** Whether `then` of a plain promise still makes a plain promise: a page can change both names that decide it. */
const isUntouched = () => {
  try {
    const made = PromisePrototype.constructor;
    return made === PromiseOf && reflectGet(made, species) === made;
  } catch {
    return false;
  }
};

/**
 * Reacts to a promise of the engine's own.
 *
 * @param {object} promise
 * @param {Reaction} onValue
 * @param {Reaction} onError
 */
const react = (promise, onValue, onError) => {
  if (!isUntouched()) hide(promise, "constructor", undefined); // Undefined means the engine's own class.
  return promiseThen(promise, onValue, onError);
};

/**
 * @param {unknown} value
 * @returns {value is object}
 */
export const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

/** @param {object} value */
const isPlainPromise = (value) => {
  try {
    return getPrototypeOf(value) === PromisePrototype && !hasOwn(value, "then");
  } catch {
    return false; // A proxy that refuses to answer: its `then` will be asked instead.
  }
};

/**
 * Reacts to whatever `value` is or becomes: a promise, any thenable, or the value itself.
 *
 * @param {unknown} value
 * @param {Reaction} onValue
 * @param {Reaction} onError
 */
export const when = (value, onValue, onError) => {
  if (isObject(value) && isPlainPromise(value)) {
    try {
      return react(value, onValue, onError);
    } catch {
      // Not a promise of the engine's after all, or a frozen one on a tampered page: adopted below.
    }
  }
  const promise = newPromise();
  last.resolve(value);
  return react(promise, onValue, onError);
};

/**
 * Whether a value has to be waited for. Throws what its `then` throws when looked at.
 *
 * @param {unknown} value
 */
export const isThenable = (value) =>
  isObject(value) && (isPlainPromise(value) || typeof (/** @type {{ then?: unknown }} */ (value).then) === "function");

const noop = () => {};

/**
 * For a promise whose failure somebody else reports, or nobody needs.
 *
 * @param {Promise<unknown>} promise
 */
export const ignore = (promise) => void when(promise, noop, noop);

/**
 * The default for errors that belong to no call: the host's hook for unhandled rejections.
 *
 * @param {unknown} error
 */
export const surface = (error) => void promiseReject(error);
