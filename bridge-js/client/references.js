// @ts-check
// Functions and objects that crossed: the other side calls them by number, until it has released every copy that it received.

import { functionToString, isSafeInteger, stringSlice } from "../shared/primordials.js";
import { BridgeError } from "./errors.js";
import { OpenMap } from "./open-map.js";

/** The beginning of a method of the other side: a number follows, and the name of a method of an object. */
const CALL = "$/call/";

/**
 * @typedef {object} Reference
 * @property {object} target a function, or an object whose methods are called
 * @property {number} held how often it was sent and not released
 */

export class References {
  /** @type {OpenMap<number, Reference>} */
  #references = new OpenMap();
  /** @type {OpenMap<object, number>} */
  #numbers = new OpenMap();
  #last = 0;

  get size() {
    return this.#references.size;
  }

  /**
   * Counts one more copy of a function or an object that is sent.
   *
   * @param {object} target
   * @returns {number} the number by which the other side calls it
   */
  lend(target) {
    const known = this.#numbers.get(target);
    if (known !== undefined) {
      /** @type {Reference} */ (this.#references.get(known)).held += 1;
      return known;
    }
    this.#last += 1;
    this.#references.set(this.#last, { target, held: 1 });
    this.#numbers.set(target, this.#last);
    return this.#last;
  }

  /**
   * Takes back copies that the other side has released, or that were never sent. Unknown numbers are ignored.
   *
   * @param {number} number
   * @param {number} copies
   */
  release(number, copies) {
    const reference = this.#references.get(number);
    if (reference === undefined || !isSafeInteger(copies) || copies < 1) return;
    reference.held -= copies;
    if (reference.held > 0) return;
    this.#references.delete(number);
    this.#numbers.delete(reference.target);
  }

  /**
   * @param {number} number
   * @returns {object | undefined} the function or object of this side that the other side means
   */
  target(number) {
    return this.#references.get(number)?.target;
  }

  /**
   * Ends a function or an object for the other side, whose calls fail from now on. Passed again, it is a new one.
   *
   * @param {object} target
   */
  end(target) {
    const number = this.#numbers.get(target);
    if (number === undefined) return;
    this.#numbers.delete(target);
    this.#references.delete(number);
  }

  /** @param {readonly number[]} numbers */
  takeBack(numbers) {
    for (let at = 0; at < numbers.length; at += 1) this.release(numbers[at], 1);
  }

  clear() {
    this.#references.clear();
    this.#numbers.clear();
  }
}

/** The error of whoever calls a function or an object that is gone. */
export const released = () => new BridgeError("NOT_FOUND", "The function or object no longer exists: it was released.");

/** @param {string} method */
export const isCall = (method) => stringSlice(method, 0, CALL.length) === CALL;

/**
 * What a method of the other side calls: the number of a function, or the number of an object, a slash and the name of its method.
 *
 * @param {string} method
 * @returns {string | undefined} `undefined` for a method that calls nothing by number
 */
export const calledBy = (method) => (isCall(method) ? stringSlice(method, CALL.length) : undefined);

/**
 * Whether a function is a class, which cannot be called.
 *
 * @param {Function} target
 */
const isClass = (target) => stringSlice(functionToString(target), 0, 5) === "class";

/**
 * Counts one more copy of a function or an object that is sent.
 *
 * @param {import("./encoder.js").Encoder} encoder
 * @param {object} target
 * @returns {number | string} the number by which the other side knows it, a negative one for one of its own; or why it cannot cross
 */
export const lend = (encoder, target) => {
  const known = encoder.imports?.numberOf(target);
  if (known !== undefined) return known;
  if (typeof target === "function" && isClass(target)) return "a class cannot cross the bridge: pass a function that makes an instance";
  return (encoder.references ??= new References()).lend(target);
};
