// @ts-check
// Values that decide themselves whether they equal a received value.

import { isObject } from "../../shared/is-object.js";
import { symbolFor, WeakMap, weakMapGet, weakMapHas, weakMapSet } from "../../shared/primordials.js";

const inspectCustom = symbolFor("nodejs.util.inspect.custom");

/** What each matcher accepts. @type {WeakMap<object, (value: any) => boolean>} */
const conditions = new WeakMap();

export const isAsymmetric = (/** @type {any} */ value) =>
  isObject(value) && (weakMapHas(conditions, value) || (typeof value !== "function" && typeof (/** @type {any} */ (value).asymmetricMatch) === "function"));

export function matches(/** @type {any} */ matcher, /** @type {unknown} */ value) {
  const condition = weakMapGet(conditions, matcher);
  return condition === undefined ? !!matcher.asymmetricMatch(value) : condition(value);
}

/** What snapshots have for a matcher. @type {WeakMap<object, SnapshotForm>} */
const forms = new WeakMap();

/** @typedef {{ label: string, sample?: unknown }} SnapshotForm */

/** The form of a matcher in snapshots; `undefined` for an object that only has the method of one. */
export const asymmetricForm = (/** @type {any} */ matcher) => weakMapGet(forms, matcher);

/** A matcher, shown as a call. */
export class AsymmetricMatcher {
  #text;

  /**
   * @param {string} text
   * @param {(value: any) => boolean} condition
   * @param {SnapshotForm} form
   */
  constructor(text, condition, form) {
    this.#text = text;
    weakMapSet(conditions, this, condition);
    weakMapSet(forms, this, form);
  }

  asymmetricMatch(value) {
    return matches(this, value);
  }

  toString() {
    return this.#text;
  }

  [inspectCustom]() {
    return this.#text;
  }
}
