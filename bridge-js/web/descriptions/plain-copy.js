// @ts-check
import * as inspector from "#deferred/web/inspect/inspector.js";
import { isObject } from "../../shared/is-object.js";
import { append } from "../../shared/lists.js";
import { isArray, objectKeys, setPrototypeOf } from "../../shared/primordials.js";
import { read } from "../../shared/properties.js";

const deepest = 6;
const mostValues = 1000;

/**
 * A copy that JSON can express whatever the value is: cycles, functions and the like are replaced by their text, and a deep,
 * long or large value is cut.
 *
 * @param {unknown} value
 * @param {(text: string) => string} cut shortens every string
 */
export function plainCopy(value, cut) {
  return new PlainCopy(cut).copy(value, 0);
}

class PlainCopy {
  #values = 0;
  #cut;

  /** @param {(text: string) => string} cut */
  constructor(cut) {
    this.#cut = cut;
  }

  /**
   * @param {unknown} value
   * @param {number} depth
   * @returns {unknown}
   */
  copy(value, depth) {
    this.#values += 1;
    if (typeof value === "string") return this.#cut(value);
    if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
    if (!isObject(value) || typeof value === "function" || depth >= deepest) return this.#cut(inspector.inspect(value, { depth: 0 }));
    try {
      return isArray(value) ? this.#copyArray(value, depth) : this.#copyObject(value, depth);
    } catch {
      // A trap of a proxy threw.
      return this.#cut(inspector.inspect(value));
    }
  }

  /**
   * @param {unknown[]} array
   * @param {number} depth
   */
  #copyArray(array, depth) {
    /** @type {unknown[]} */
    const copy = [];
    for (let i = 0; i < array.length && this.#values < mostValues; i++) append(copy, this.copy(read(array, i), depth + 1));
    return setPrototypeOf(copy, null);
  }

  /**
   * @param {object} object
   * @param {number} depth
   */
  #copyObject(object, depth) {
    /** @type {{ [key: string]: unknown }} */
    const copy = setPrototypeOf({}, null);
    const keys = objectKeys(object);
    for (let i = 0; i < keys.length && this.#values < mostValues; i++) {
      const key = /** @type {string} */ (keys[i]);
      copy[this.#cut(key)] = this.copy(read(object, key), depth + 1);
    }
    return copy;
  }
}
