// @ts-check
// Promises of the streams. No `then` is looked up on them, so a page's changes to `Promise.prototype` have no effect.

import { noop } from "../../shared/noop.js";
import { apply, Promise, promiseReject, promiseResolve } from "../../shared/primordials.js";
import { isPlainPromise, react } from "../../shared/promises.js";

/** @typedef {Promise<unknown>} AnyPromise */

/** A promise with the functions that settle it. It is never resolved with a promise. */
export class Deferred {
  isPending = true;
  /** @type {(value: unknown) => void} */
  #resolve = noop;
  /** @type {(error: unknown) => void} */
  #reject = noop;
  /** @type {AnyPromise} */
  promise;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** @param {unknown} [value] no promise */
  resolve(value = undefined) {
    this.isPending = false;
    this.#resolve(value);
  }

  /** @param {unknown} error */
  reject(error) {
    this.isPending = false;
    this.#reject(error);
  }

  /**
   * Settles as a promise of ours does.
   * @param {AnyPromise} promise
   */
  follow(promise) {
    upon(promise, () => this.resolve(), (error) => this.reject(error));
  }
}

/** A deferred that is resolved already. */
export function resolvedDeferred() {
  const deferred = new Deferred();
  deferred.resolve();
  return deferred;
}

/**
 * A deferred that is rejected already. Nobody has to handle its error.
 * @param {unknown} error
 */
export function rejectedDeferred(error) {
  const deferred = new Deferred();
  deferred.reject(error);
  setHandled(deferred.promise);
  return deferred;
}

/** @returns {AnyPromise} */
export const resolved = () => promiseResolve(undefined);

/**
 * @param {AnyPromise} promise
 * @param {(value: unknown) => void} fulfilled
 * @param {(error: unknown) => void} rejected
 */
export const upon = (promise, fulfilled, rejected) => {
  react(promise, fulfilled, rejected);
};

/**
 * An error of this promise is not reported as unhandled.
 * @param {AnyPromise} promise
 */
export const setHandled = (promise) => {
  react(promise, noop, noop);
};

/**
 * Runs steps in a microtask.
 * @param {() => void} steps
 */
export const soon = (steps) => upon(resolved(), steps, noop);

/**
 * A promise for the result of steps of ours that return a promise: their error is its rejection.
 * @param {() => AnyPromise} steps
 * @returns {AnyPromise}
 */
export const promising = (steps) => {
  try {
    return steps();
  } catch (error) {
    return promiseReject(error);
  }
};

/**
 * A promise for a value of the page, which may be a promise of any kind.
 * @param {unknown} value
 * @returns {AnyPromise}
 */
export const promiseFor = (value) => {
  if (isPlainPromise(value)) {
    try {
      // Its class is not looked up, which a page may have changed. This throws for an object that only inherits from promises.
      react(value, noop, noop);
      return /** @type {AnyPromise} */ (value);
    } catch {
      // Below, it is an object like any other.
    }
  }
  try {
    return promiseResolve(value);
  } catch (error) {
    return promiseReject(error);
  }
};

/**
 * Calls a function of the page that may return a promise.
 *
 * @param {Function} callback
 * @param {unknown} receiver
 * @param {unknown[]} parameters
 * @returns {AnyPromise}
 */
export const invoke = (callback, receiver, parameters) => {
  try {
    return promiseFor(apply(callback, receiver, parameters));
  } catch (error) {
    return promiseReject(error);
  }
};

/**
 * A promise that is resolved with undefined, or rejected, as another one.
 * @param {AnyPromise} promise
 * @returns {AnyPromise}
 */
export const withoutValue = (promise) => {
  const deferred = new Deferred();
  deferred.follow(promise);
  return deferred.promise;
};
