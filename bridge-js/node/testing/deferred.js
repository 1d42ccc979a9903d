// @ts-check
import { Promise, promiseResolve, promiseThen } from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { failure, kinds } from "./failure.js";

/** A promise with the functions that settle it. */
export function makeDeferred() {
  /** @type {any} */
  const deferred = nullPrototype({ promise: undefined, resolve: undefined, reject: undefined });
  deferred.promise = new Promise((resolve, reject) => {
    deferred.resolve = resolve;
    deferred.reject = reject;
  });
  return deferred;
}

/**
 * A promise that settles as the first of two values does.
 *
 * @param {unknown} first
 * @param {unknown} second
 */
export const firstOf = (first, second) =>
  new Promise((resolve, reject) => {
    promiseThen(promiseResolve(first), resolve, reject);
    promiseThen(promiseResolve(second), resolve, reject);
  });

/** The last parameter of a test that ends by calling it, and a promise for that call. */
export function makeCallback() {
  const { promise, resolve, reject } = makeDeferred();
  let count = 0;
  const callback = (error) => {
    count += 1;
    if (count === 2) throw failure("callback invoked multiple times", kinds.callbackTwice);
    if (count > 1) return;
    if (error) reject(error);
    else resolve(undefined);
  };
  return { promise, callback };
}

/** A function that runs once and returns the same result each time. */
export function once(run) {
  let hasRun = false;
  let result;
  return (...values) => {
    if (!hasRun) {
      hasRun = true;
      result = run(values[0], values[1]);
    }
    return result;
  };
}
