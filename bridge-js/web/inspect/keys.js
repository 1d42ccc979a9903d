// @ts-check
import { append } from "../../shared/lists.js";
import { exec, isEnumerable, objectKeys, ownKeys } from "../../shared/primordials.js";

export const indexPattern = /^(0|[1-9][0-9]*)$/;

/** Above this length the named properties of a list are not printed: the engine would list each index as a string. */
const longestList = 100_000;

/**
 * The properties to print: names first, then symbols.
 * @param {object} object
 * @param {boolean} showHidden
 * @returns {PropertyKey[]}
 */
export function keysOf(object, showHidden) {
  if (showHidden) return ownKeys(object);
  /** @type {PropertyKey[]} */
  const keys = objectKeys(object);
  const all = ownKeys(object);
  for (let i = firstSymbol(all); i < all.length; i++) {
    const key = /** @type {symbol} */ (all[i]);
    if (isEnumerable(object, key)) append(keys, key);
  }
  return keys;
}

/**
 * The same for an array or a typed array, without the indices.
 * @param {object} list
 * @param {number} length
 * @param {boolean} showHidden
 */
export function namedKeysOf(list, length, showHidden) {
  /** @type {PropertyKey[]} */
  const named = [];
  if (length > longestList) return named;
  const keys = keysOf(list, showHidden);
  for (let i = 0; i < keys.length; i++) {
    const key = /** @type {PropertyKey} */ (keys[i]);
    if (typeof key === "symbol" || !isIndex(/** @type {string} */ (key))) append(named, key);
  }
  return named;
}

/**
 * Symbols come last.
 * @param {PropertyKey[]} keys
 */
function firstSymbol(keys) {
  let index = keys.length;
  while (index > 0 && typeof keys[index - 1] === "symbol") index -= 1;
  return index;
}

/** @param {string} key */
function isIndex(key) {
  return exec(indexPattern, key) !== null && +key < 2 ** 32 - 1;
}
