// @ts-check
import { isObject } from "../shared/is-object.js";
import { append } from "../shared/lists.js";
import { apply, isArray, symbolIterator, TypeError } from "../shared/primordials.js";

/**
 * The elements of an iterable argument. An array is read by its indices, so that a page's changes to
 * `Array.prototype[Symbol.iterator]` have no effect.
 *
 * @param {unknown} iterable
 * @param {string} method the name in the error for a value that is not iterable
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
