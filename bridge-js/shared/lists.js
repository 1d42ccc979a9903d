// @ts-check
// Arrays whose elements are stored without running a setter that a page defined on `Array.prototype`.

import { arrayFrom, arrayToSpliced, defineProperty, setPrototypeOf } from "./primordials.js";

/**
 * A copy of an array, in which a hole is an element of the value `undefined`.
 *
 * @param {unknown[]} array
 * @returns {unknown[]}
 */
export const copyArray = (array) =>
  arrayToSpliced === undefined
    ? arrayFrom(/** @type {ArrayLike<unknown>} */ ({ __proto__: null, length: array.length }), (_, at) => array[at])
    : arrayToSpliced(array, 0, 0);

/**
 * A copy whose elements are all its own. Most arrays are short, and for them a literal is four times as fast as a call.
 *
 * @param {unknown[]} array
 * @returns {unknown[]}
 */
export const copied = (array) => {
  switch (array.length) {
    case 1:
      return [array[0]];
    case 2:
      return [array[0], array[1]];
    case 3:
      return [array[0], array[1], array[2]];
    case 4:
      return [array[0], array[1], array[2], array[3]];
    default:
      return copyArray(array);
  }
};

/**
 * An array with `length` own elements: a later store to one of them runs no setter of `Array.prototype`.
 *
 * @param {number} length
 * @param {unknown} [element]
 * @returns {unknown[]}
 */
export const list = (length, element) =>
  arrayFrom(/** @type {ArrayLike<unknown>} */ ({ __proto__: null, length }), () => element);

/**
 * An array with a null prototype, for lists that no page ever receives: elements may be stored in it and looked up in it by
 * any index, at the speed of any array.
 *
 * @template T
 * @returns {T[]}
 */
export function makeList() {
  return setPrototypeOf(/** @type {T[]} */ ([]), null);
}

/**
 * Adds an element at the end of an array. `push` and an assignment would run a setter that a page defined on
 * `Array.prototype` for that index.
 *
 * @template T
 * @param {T[]} array
 * @param {T} value
 */
export function append(array, value) {
  const element = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
  defineProperty(array, array.length, /** @type {PropertyDescriptor} */ (element));
}
