// @ts-check
// Why a value cannot cross, and where in it: found while the walk unwinds, so that a good value pays nothing.

import { stringSlice, stringify } from "./primordials.js";
import { exceeded, invalid } from "./errors.js";

/** What a walk returns instead of a value when it failed. */
export const FAILED = Symbol("failed");

const LONGEST_PATH = 240;

/** @param {string} letter */
const isDigit = (letter) => letter >= "0" && letter <= "9";

/** @param {string} letter */
const isWord = (letter) =>
  (letter >= "a" && letter <= "z") || (letter >= "A" && letter <= "Z") || isDigit(letter) || letter === "_" || letter === "$";

/**
 * The step from an object to its member, as one would write it.
 *
 * @param {string} key
 */
export const step = (key) => {
  if (key.length > LONGEST_PATH) return `[${stringify(stringSlice(key, 0, LONGEST_PATH))}...]`;
  let isName = key !== "" && !isDigit(key[0]);
  for (let at = 0; isName && at < key.length; at += 1) isName = isWord(key[at]);
  return isName ? `.${key}` : `[${stringify(key)}]`;
};

/** @param {string} path */
const shorten = (path) =>
  path.length <= LONGEST_PATH ? path : `${stringSlice(path, 0, LONGEST_PATH / 2)}...${stringSlice(path, -LONGEST_PATH / 2)}`;

export class Refusal {
  #reason = "";
  #limit = "";
  #maximum = 0;
  /** @type {unknown} */
  #cause;
  #path = "";
  #loop = "";
  /** @type {unknown} */
  #deepest;

  /**
   * @param {string} reason
   * @param {unknown} [cause]
   */
  because(reason, cause) {
    this.#begin();
    this.#reason = reason;
    this.#cause = cause;
    return FAILED;
  }

  /**
   * @param {string} limit
   * @param {number} maximum
   */
  exceeds(limit, maximum) {
    this.#begin();
    this.#limit = limit;
    this.#maximum = maximum;
    return FAILED;
  }

  /**
   * Too deep, or a cycle: that shows when the walk comes back to the same object further out.
   *
   * @param {unknown} container
   * @param {number} maximum
   */
  tooDeep(container, maximum) {
    this.exceeds("depth", maximum);
    this.#deepest = container;
    return FAILED;
  }

  /**
   * @param {unknown} container
   * @param {string} segment the step into it that failed
   */
  within(container, segment) {
    this.#path = segment + this.#path;
    if (container !== this.#deepest) return FAILED;
    this.#limit = "";
    this.#reason = "a cycle cannot cross the bridge";
    this.#loop = this.#path;
    this.#path = "";
    return FAILED;
  }

  /** @param {string} label */
  error(label) {
    const where = shorten(label + this.#path + this.#loop);
    const error =
      this.#limit === ""
        ? invalid(`${where}: ${this.#reason}`, { cause: this.#cause })
        : exceeded(where, this.#limit, this.#maximum);
    this.#begin(); // Holds nothing of the value any longer.
    return error;
  }

  #begin() {
    this.#reason = "";
    this.#limit = "";
    this.#cause = undefined;
    this.#path = "";
    this.#loop = "";
    this.#deepest = undefined;
  }
}
