// @ts-check

import { isObject } from "./is-object.js";
import { defineHidden } from "./define.js";
import {
  getPrototypeOf, hasOwn, Promise, promisePrototype, promiseThen, reflectGet, symbolSpecies, TypeError,
} from "./primordials.js";

/** @typedef {(value: unknown) => unknown} Reaction */

/** Whether `then` of a plain promise still returns a plain promise: a page can change both names that it looks up. */
const isUntouched = () => {
  try {
    const made = promisePrototype.constructor;
    return made === Promise && reflectGet(made, symbolSpecies) === made;
  } catch {
    return false;
  }
};

/**
 * Whether a value has the prototype of the engine's promises and no `then` of its own. A proxy may, too.
 *
 * @param {unknown} value
 * @returns {value is object}
 */
export const isPlainPromise = (value) => {
  try {
    return isObject(value) && getPrototypeOf(value) === promisePrototype && !hasOwn(value, "then");
  } catch {
    return false; // A trap of a proxy threw.
  }
};

/**
 * Adds reactions to a promise of the engine. Throws for any other value, and for a frozen promise where a page changed the
 * names that `then` looks up.
 *
 * @param {object} promise
 * @param {Reaction} onValue
 * @param {Reaction} onError
 */
export const react = (promise, onValue, onError) => {
  // An own `constructor` of the value undefined means the engine's own class.
  if (!isUntouched() && !defineHidden(promise, "constructor", undefined)) throw new TypeError("the promise is frozen");
  return promiseThen(promise, onValue, onError);
};
