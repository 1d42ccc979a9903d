// @ts-check
import { dictionary, describeInterface, requireArguments } from "../interface.js";
import { isObject } from "../../shared/is-object.js";
import { apply, freeze, isNaN, RangeError, TypeError } from "../../shared/primordials.js";

/** @typedef {{ highWaterMark: number, size: (chunk: unknown) => number }} Strategy */

const sizeOfOne = freeze({ size: () => 1 }).size;
/** One function for all strategies, as the standard requires; it is called `size`. */
const byteLength = freeze({ size: (/** @type {{ byteLength: number }} */ chunk) => chunk.byteLength }).size;

/**
 * @param {unknown} init
 * @param {string} name
 */
function highWaterMarkOf(init, name) {
  if (init !== undefined && init !== null && !isObject(init)) throw new TypeError(`${name}: the options must be an object`);
  const value = init === undefined || init === null ? undefined : /** @type {{ highWaterMark?: unknown }} */ (init).highWaterMark;
  if (value === undefined) throw new TypeError(`${name}: highWaterMark is required`);
  return +(/** @type {number} */ (value));
}

/** A strategy that counts the bytes of the chunks. */
export class ByteLengthQueuingStrategy {
  #highWaterMark;

  /** @param {{ highWaterMark: number }} init */
  constructor(init) {
    requireArguments("ByteLengthQueuingStrategy", arguments.length, 1);
    this.#highWaterMark = highWaterMarkOf(init, "ByteLengthQueuingStrategy");
  }

  get highWaterMark() {
    return this.#highWaterMark;
  }

  get size() {
    void this.#highWaterMark; // Throws for an object of another class.
    return byteLength;
  }
}

/** A strategy that counts the chunks. */
export class CountQueuingStrategy {
  #highWaterMark;

  /** @param {{ highWaterMark: number }} init */
  constructor(init) {
    requireArguments("CountQueuingStrategy", arguments.length, 1);
    this.#highWaterMark = highWaterMarkOf(init, "CountQueuingStrategy");
  }

  get highWaterMark() {
    return this.#highWaterMark;
  }

  get size() {
    void this.#highWaterMark;
    return sizeOfOne;
  }
}

describeInterface(ByteLengthQueuingStrategy);
describeInterface(CountQueuingStrategy);

/**
 * The members of a strategy argument.
 *
 * @param {unknown} given
 * @param {string} method
 * @returns {{ highWaterMark: number | undefined, size: Function | undefined }}
 */
export function readStrategy(given, method) {
  const strategy = dictionary(/** @type {{ highWaterMark?: unknown, size?: unknown } | undefined} */ (given), method);
  const { highWaterMark } = strategy;
  const mark = highWaterMark === undefined ? undefined : +(/** @type {number} */ (highWaterMark));
  const { size } = strategy;
  if (size !== undefined && typeof size !== "function") throw new TypeError(`${method}: the strategy's size must be a function`);
  return { highWaterMark: mark, size };
}

/**
 * The mark of a strategy, or the default.
 *
 * @param {{ highWaterMark: number | undefined }} strategy
 * @param {number} standard
 */
export function markOf({ highWaterMark }, standard) {
  if (highWaterMark === undefined) return standard;
  if (isNaN(highWaterMark) || highWaterMark < 0) throw new RangeError(`highWaterMark must be a number, at least 0, not ${highWaterMark}`);
  return highWaterMark;
}

/**
 * The function that measures a chunk.
 *
 * @param {{ size: Function | undefined }} strategy
 * @returns {(chunk: unknown) => number}
 */
export function sizeOf({ size }) {
  return size === undefined ? sizeOfOne : (chunk) => +apply(size, undefined, [chunk]);
}

export { sizeOfOne };
