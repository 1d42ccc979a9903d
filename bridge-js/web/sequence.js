// @ts-check
import { append, apply, isArray, symbolIterator, TypeError } from "../shared/primordials.js";
import { isObject } from "../shared/properties.js";

/**
 * The elements of an argument that may be any iterable. An array is read by its indices, so that it
 * works whatever became of `Array.prototype[Symbol.iterator]`.
 *
 * @param {unknown} iterable
 * @param {string} method named by the error for what is not iterable
 * @returns {unknown[]}
 */
export function toArray(iterable, method) {
  /** @type {unknown[]} */
  const elements = [];
  if (isArray(iterable)) {
    for (let i = 0; i < iterable.length; i++) append(elements, iterable[i]);
    return elements;
  }
  const makeIterator = isObject(iterable) ? /** @type {{ [key: symbol]: unknown }} */ (iterable)[symbolIterator] : undefined;
  if (typeof makeIterator !== "function") throw new TypeError(`${method}: the argument must be iterable`);
  const iterator = /** @type {Iterator<unknown>} */ (apply(makeIterator, iterable, []));
  for (;;) {
    const step = iterator.next();
    if (step.done) return elements;
    append(elements, step.value);
  }
}
