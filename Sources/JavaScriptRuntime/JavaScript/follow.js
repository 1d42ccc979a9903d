// @ts-check
import { defineHidden } from "./define.js";
import { getOwnPropertyDescriptor, getPrototypeOf, Promise, promiseThen, symbolSpecies } from "./primordials.js";

const promisePrototype = Promise.prototype;
const speciesGetter = getOwnPropertyDescriptor(Promise, symbolSpecies)?.get;

/**
 * Reacts to a promise of the engine's own, such as that of an async function, whatever a page has made of the names by which
 * `then` finds the class of the promise that it makes.
 *
 * @param {unknown} value
 * @param {(value: unknown) => unknown} fulfilled
 * @param {(error: unknown) => unknown} rejected
 * @returns {boolean} false for any other value
 */
export function follow(value, fulfilled, rejected) {
  try {
    if (typeof value !== "object" || value === null || getPrototypeOf(value) !== promisePrototype) return false;
    const isUntouched = getOwnPropertyDescriptor(promisePrototype, "constructor")?.value === Promise &&
      getOwnPropertyDescriptor(Promise, symbolSpecies)?.get === speciesGetter;
    if (!isUntouched) defineHidden(value, "constructor", undefined); // Undefined means the engine's own class.
    promiseThen(value, fulfilled, rejected);
    return true;
  } catch {
    return false; // No promise after all, or a proxy that refuses to be looked at.
  }
}
