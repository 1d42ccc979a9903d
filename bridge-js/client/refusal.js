// @ts-check
// Why a value cannot cross, and the place in it. The path is built while the recursion unwinds, so that a valid value costs nothing.

import { Set, setAdd, setHas, stringify, stringSlice, Symbol } from "../shared/primordials.js";
import { exceeded, refused } from "./errors.js";
import { MOST_DIGITS } from "./kinds.js";

/** The result of a walk that failed. */
export const FAILED = Symbol("failed");

/** Why a function or an object by reference is refused where none can cross. */
export const NOT_HERE = { function: "a function cannot cross the bridge", object: "an object cannot cross by reference here" };
export const LONG_BIGINT = `a BigInt of more than ${MOST_DIGITS} digits cannot cross the bridge`;

const LONGEST_PATH = 240;

/** @param {string} letter */
const isDigit = (letter) => letter >= "0" && letter <= "9";

/** @param {string} letter */
const isWord = (letter) =>
  (letter >= "a" && letter <= "z") || (letter >= "A" && letter <= "Z") || isDigit(letter) || letter === "_" || letter === "$";

/**
 * The step from an object to its member, in the syntax of JavaScript.
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

/**
 * @typedef {object} Step
 * @property {unknown} container
 * @property {string} segment
 * @property {Step | undefined} next
 */

export class Refusal {
  #reason = "";
  #limit = "";
  #maximum = 0;
  /** @type {unknown} */
  #cause;
  #path = "";
  /**
   * For a value that is too deep: the containers on the way to it, outermost first.
   *
   * @type {Step | undefined}
   */
  #way;

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
   * Too deep, or a cycle: the containers on the way tell which.
   *
   * @param {unknown} container
   * @param {number} maximum
   */
  tooDeep(container, maximum) {
    this.exceeds("depth", maximum);
    this.#way = { container, segment: "", next: undefined };
    return FAILED;
  }

  /**
   * @param {unknown} container
   * @param {string} segment the step into it at which the walk failed
   */
  within(container, segment) {
    this.#path = segment + this.#path;
    if (this.#way !== undefined) this.#way = { container, segment, next: this.#way };
    return FAILED;
  }

  /** @param {string} label */
  error(label) {
    const cycle = this.#cycle();
    const where = shorten(label + (cycle ?? this.#path));
    let error;
    if (cycle !== undefined) error = refused(label, where, "a cycle cannot cross the bridge");
    else if (this.#limit !== "") error = exceeded(where, this.#limit, this.#maximum);
    else error = refused(label, where, this.#reason, this.#cause);
    this.#begin(); // Releases every part of the value.
    return error;
  }

  /**
   * @returns {string | undefined} the path of the first reference to a container on the way
   */
  #cycle() {
    const seen = new Set();
    let path = "";
    for (let step = this.#way; step !== undefined; step = step.next) {
      if (setHas(seen, step.container)) return path;
      setAdd(seen, step.container);
      path += step.segment;
    }
    return undefined;
  }

  #begin() {
    this.#reason = "";
    this.#limit = "";
    this.#cause = undefined;
    this.#path = "";
    this.#way = undefined;
  }
}
