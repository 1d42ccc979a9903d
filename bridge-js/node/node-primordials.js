// @ts-check
// Built-ins that only the built-in modules use. They are read when the first of these modules is evaluated.

import { append } from "../shared/lists.js";
import { uncurry } from "../shared/uncurry.js";
import { Array, globalObject, Map, Object, RegExp, stringPrototype } from "../shared/primordials.js";

/**
 * A copy of a part of an array, as `slice` makes it, without running code of a page.
 *
 * @param {any} array
 * @param {number} [start] negative numbers count from the end
 * @param {number} [end]
 * @returns {any[]}
 */
export function slice(array, start = 0, end = array.length) {
  const { length } = array;
  const from = start < 0 ? length + start : start;
  const to = end < 0 ? length + end : end;
  /** @type {any[]} */
  const copy = [];
  for (let i = from < 0 ? 0 : from; i < to && i < length; i++) append(copy, array[i]);
  return copy;
}

/**
 * @param {any} array
 * @param {unknown} value
 */
export function push(array, value) {
  append(array, value);
}

/**
 * Removes elements and puts others in their place, as `splice` does.
 *
 * @param {any} array
 * @param {number} start
 * @param {number} count
 * @param {any[]} added
 * @returns {any[]} the removed ones
 */
export function splice(array, start, count, ...added) {
  const tail = slice(array, start + count);
  const removed = slice(array, start, start + count);
  array.length = start;
  for (let i = 0; i < added.length; i++) append(array, added[i]);
  for (let i = 0; i < tail.length; i++) append(array, tail[i]);
  return removed;
}

/** @type {(text: string, pattern: RegExp | string, replacement: any) => string} */
export const replace = uncurry(stringPrototype.replace);
/** @type {(text: string, separator: any) => string[]} */
export const splitText = uncurry(stringPrototype.split);
/** @type {(expression: RegExp, text: string) => boolean} */
export const test = uncurry(RegExp.prototype.test);
/** @type {(text: string) => string} */
export const trim = uncurry(stringPrototype.trim);
/** @type {(map: any, key: unknown) => boolean} */
export const mapHas = uncurry(Map.prototype.has);
export const assign = Object.assign;
export const defineProperties = Object.defineProperties;
export const arrayOf = Array.of;
export const { decodeURIComponent, encodeURI, isNaN: isNaNValue, Math, Number, JSON, Symbol } = /** @type {any} */ (globalObject);
