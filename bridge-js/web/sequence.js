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
  visitElements(iterable, method, (element) => append(elements, element));
  return elements;
}

/**
 * Visits the elements one by one, before the next one is read.
 *
 * @param {unknown} iterable
 * @param {string} method
 * @param {(element: unknown) => void} visit
 */
export function visitElements(iterable, method, visit) {
  if (isArray(iterable)) {
    for (let i = 0; i < iterable.length; i++) visit(iterable[i]);
    return;
  }
  const makeIterator = isObject(iterable) ? /** @type {{ [key: symbol]: unknown }} */ (iterable)[symbolIterator] : undefined;
  if (typeof makeIterator !== "function") throw new TypeError(`${method}: the argument must be iterable`);
  const iterator = /** @type {Iterator<unknown>} */ (apply(makeIterator, iterable, []));
  const next = /** @type {Function} */ (iterator.next);
  for (;;) {
    const step = /** @type {IteratorResult<unknown>} */ (apply(next, iterator, []));
    if (!isObject(step)) throw new TypeError(`${method}: a step of the iterator must be an object`);
    if (step.done) return;
    visit(step.value);
  }
}
