// @ts-check
// When `expect` takes two values for equal: by structure, with asymmetric matchers anywhere in the expected one.

import { bytesOf } from "../../shared/bytes.js";
import { isObject } from "../../shared/is-object.js";
import {
  dateGetTime, Error, getPrototypeOf, hasOwn, is, isArray, isEnumerable, isView, mapForEach, mapGet, mapSize, objectToString, ownKeys, regExpSource,
  setForEach, setHas, setSize, WeakMap, weakMapGet, weakMapSet,
} from "../../shared/primordials.js";
import { flagsOf } from "../../web/inspect/regexp.js";
import { compareBytes } from "../buffer-search.js";
import { mapHas, push } from "../node-primordials.js";
import { types } from "../types.js";
import { isAsymmetric, matches } from "./asymmetric-matcher.js";

/** Own enumerable keys, symbols included; of a list without its indices if that is asked for. */
function keysOf(/** @type {any} */ object) {
  const keys = [];
  const all = ownKeys(object);
  for (let i = 0; i < all.length; i++) if (isEnumerable(object, /** @type {PropertyKey} */ (all[i]))) push(keys, all[i]);
  return keys;
}

/** @typedef {"equal" | "strict" | "subset"} Mode */

/**
 * `equal` ignores properties that are undefined, and classes; `strict` does not; `subset` compares the properties that the expected
 * objects have.
 *
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {Mode} [mode]
 */
export const equals = (actual, expected, mode = "equal") => new Comparison(mode).compare(actual, expected);

class Comparison {
  #mode;
  /** The objects that are being compared, each with its partner. @type {WeakMap<object, unknown>} */
  #open = new WeakMap();

  constructor(/** @type {Mode} */ mode) {
    this.#mode = mode;
  }

  /**
   * @param {any} a
   * @param {any} b
   * @returns {boolean}
   */
  compare(a, b) {
    if (isAsymmetric(b)) return isAsymmetric(a) ? a === b : matches(b, a);
    if (isAsymmetric(a)) return matches(a, b);
    if (is(a, b)) return true;
    if (!isObject(a) || !isObject(b) || typeof a === "function" || typeof b === "function") return false;
    if (objectToString(a) !== objectToString(b)) return false;
    if (weakMapGet(this.#open, a) === b) return true;
    weakMapSet(this.#open, a, b);
    return this.#compareObjects(a, b);
  }

  #compareObjects(a, b) {
    if (this.#mode === "strict" && getPrototypeOf(a) !== getPrototypeOf(b)) return false;
    if (types.isBoxedPrimitive(a)) return types.isBoxedPrimitive(b) && is(a.valueOf(), b.valueOf());
    if (types.isDate(a)) return is(dateGetTime(a), dateGetTime(b));
    if (types.isRegExp(a)) return regExpSource(a) === regExpSource(b) && flagsOf(a) === flagsOf(b);
    if (a instanceof Error && b instanceof Error) return a.message === b.message && a.name === b.name && (b.cause === undefined || this.compare(a.cause, b.cause));
    if (types.isAnyArrayBuffer(a) || isView(a)) {
      return compareBytes(bytesOf(/** @type {any} */ (a), "received"), bytesOf(/** @type {any} */ (b), "expected")) === 0;
    }
    if (types.isMap(a)) return this.#compareMaps(a, b);
    if (types.isSet(a)) return this.#compareSets(a, b);
    if (isArray(a) && a.length !== b.length) return false;
    return this.#compareKeys(a, b);
  }

  #compareKeys(a, b) {
    const expected = keysOf(b);
    for (let i = 0; i < expected.length; i++) {
      const key = expected[i];
      const isMissing = !(this.#mode === "subset" ? key in a : hasOwn(a, key));
      if (isMissing && (this.#mode !== "equal" || b[key] !== undefined)) return false;
      if (!this.compare(a[key], b[key])) return false;
    }
    if (this.#mode === "subset" && !isArray(b)) return true;
    const actual = keysOf(a);
    for (let i = 0; i < actual.length; i++) {
      if (!hasOwn(b, actual[i]) && (this.#mode === "strict" || a[actual[i]] !== undefined)) return false;
    }
    return true;
  }

  #compareMaps(a, b) {
    if (mapSize(a) !== mapSize(b)) return false;
    let isSame = true;
    mapForEach(b, (value, key) => {
      if (!isSame) return;
      if (mapHas(a, key)) {
        isSame = this.compare(mapGet(a, key), value);
        return;
      }
      isSame = false;
      mapForEach(a, (otherValue, otherKey) => {
        isSame ||= equals(otherKey, key, this.#mode) && equals(otherValue, value, this.#mode);
      });
    });
    return isSame;
  }

  #compareSets(a, b) {
    if (setSize(a) !== setSize(b)) return false;
    let isSame = true;
    setForEach(b, (value) => {
      if (!isSame || setHas(a, value)) return;
      isSame = false;
      setForEach(a, (other) => {
        isSame ||= equals(other, value, this.#mode);
      });
    });
    return isSame;
  }
}
