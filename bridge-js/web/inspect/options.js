// @ts-check
import { isNaN } from "../../shared/primordials.js";

/**
 * @typedef {object} InspectOptions
 * @property {number | null} [depth] levels of nested objects to print; `null` and `Infinity` for all
 * @property {boolean} [colors] whether to use the colours of a terminal
 * @property {boolean} [showHidden] whether to list properties that are not enumerable
 * @property {boolean} [customInspect] whether to call methods named `Symbol.for("nodejs.util.inspect.custom")`
 * @property {number | null} [maxArrayLength] how many elements to show; `null` for all
 * @property {number | null} [maxStringLength] how many UTF-16 units of a string to show; `null` for all
 * @property {number} [breakLength] the length at which a line is broken
 * @property {number | boolean} [compact] the number of inner levels that may share one line
 * @property {boolean} [sorted] whether to sort the properties
 */

/** @typedef {"special" | "number" | "bigint" | "boolean" | "undefined" | "null" | "string" | "symbol" | "date" | "regexp" | "name"} Style */

/** The terminal's codes for the beginning and the end of each style, as in Node. A name has none. */
const codes = {
  special: [36, 39],
  number: [33, 39],
  bigint: [33, 39],
  boolean: [33, 39],
  undefined: [90, 39],
  null: [1, 22],
  string: [32, 39],
  symbol: [32, 39],
  date: [35, 39],
  regexp: [31, 39],
  name: undefined,
};

/**
 * @param {string} text
 * @param {Style} style
 */
export function colorize(text, style) {
  const pair = codes[style];
  return pair === undefined ? text : `\u001b[${pair[0]}m${text}\u001b[${pair[1]}m`;
}

/** @param {string} text */
export function plain(text) {
  return text;
}

/**
 * @param {unknown} value
 * @param {number} fallback
 */
export function limit(value, fallback) {
  if (value === null) return Infinity;
  return typeof value === "number" && !isNaN(value) ? value : fallback;
}
