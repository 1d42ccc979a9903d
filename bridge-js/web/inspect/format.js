// @ts-check
// Messages with placeholders, as in console.log("%s is %d", ...).

import { isObject } from "../../shared/is-object.js";
import {
  charCodeAt, fromCharCode, getOwnPropertyDescriptor, Number, parseFloat, parseInt, String, stringify, stringIndexOf,
  stringSlice, symbolToPrimitive, symbolToString,
} from "../../shared/primordials.js";
import { findProperty, peek, prototypeChain } from "../../shared/properties.js";
import { inspect } from "./inspector.js";
import { functionName, isBuiltIn } from "./names.js";
import { formatNumber } from "./primitives.js";

/** @typedef {import("./options.js").InspectOptions} InspectOptions */

/**
 * The arguments of a console method as one text. Never throws.
 *
 * @param {unknown[]} values
 * @param {InspectOptions} options
 */
export function format(values, options) {
  if (values.length === 0) return "";
  const first = values[0];
  if (typeof first === "string" && values.length === 1) return first;
  let used = 0;
  let text = "";
  if (typeof first === "string") {
    const message = fill(first, values, options);
    used = message.used;
    text = message.text;
  }
  for (let i = used; i < values.length; i++) {
    const value = values[i];
    text += i === 0 ? "" : " ";
    text += typeof value === "string" ? value : inspect(value, options);
  }
  return text;
}

/**
 * Replaces placeholders by values. Any other `%` is kept.
 *
 * @param {string} template
 * @param {unknown[]} values the template and the values after it
 * @param {InspectOptions} options
 * @returns {{ text: string, used: number }} the text, and how many of `values` are in it
 */
function fill(template, values, options) {
  let text = "";
  let used = 1;
  let start = 0;
  for (let i = stringIndexOf(template, "%"); i >= 0 && i < template.length - 1; i = stringIndexOf(template, "%", i)) {
    const letter = fromCharCode(charCodeAt(template, i + 1));
    let filled;
    if (letter === "%") filled = "%";
    else if (used < values.length) filled = fillOne(letter, values[used], options);
    i += 2;
    if (filled === undefined) continue;
    if (letter !== "%") used += 1;
    text += stringSlice(template, start, i - 2) + filled;
    start = i;
  }
  return { text: text + stringSlice(template, start), used };
}

/**
 * @param {string} letter
 * @param {unknown} value
 * @param {InspectOptions} options
 * @returns {string | undefined} `undefined` if the letter is not that of a placeholder
 */
function fillOne(letter, value, options) {
  switch (letter) {
    case "s":
      return formatText(value, options);
    case "d":
      return typeof value === "bigint" ? `${value}n` : formatNumber(toNumber(value, Number));
    case "i":
      return typeof value === "bigint" ? `${value}n` : formatNumber(toNumber(value, parseInt));
    case "f":
      return formatNumber(toNumber(value, parseFloat));
    case "j":
      return formatJSON(value);
    case "O":
      return inspect(value, options);
    case "o":
      return inspect(value, { ...options, showHidden: true, depth: 4 });
    case "c":
      return "";
    default:
      return undefined;
  }
}

/**
 * @param {unknown} value
 * @param {InspectOptions} options
 */
function formatText(value, options) {
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "symbol") return symbolToString(value);
  if (!isObject(value)) return String(value);
  try {
    if (typeof value === "function" || !hasBuiltInText(value)) return String(value);
  } catch {
    // Its toString throws, or it is a proxy whose trap throws: it is inspected without calling it.
  }
  return inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
}

/**
 * Whether the object has a built-in `toString`, whose text says less than inspection.
 * @param {object} value
 */
function hasBuiltInText(value) {
  const hasText = typeof peek(value, "toString") === "function";
  const hasPrimitive = typeof peek(value, symbolToPrimitive) === "function";
  if (!hasText && !hasPrimitive) return true;
  const chain = prototypeChain(value);
  for (let i = 0; i < chain.length; i++) {
    const holder = /** @type {object} */ (chain[i]);
    const owns = (hasText && getOwnPropertyDescriptor(holder, "toString") !== undefined) ||
      (hasPrimitive && getOwnPropertyDescriptor(holder, symbolToPrimitive) !== undefined);
    if (!owns) continue;
    const constructor = findProperty(holder, "constructor")?.value;
    return i > 0 && typeof constructor === "function" && isBuiltIn(functionName(constructor));
  }
  return true;
}

/**
 * @param {unknown} value
 * @param {(value: never) => number} convert
 */
function toNumber(value, convert) {
  try {
    return convert(/** @type {never} */ (value));
  } catch {
    return NaN;
  }
}

/** @param {unknown} value */
function formatJSON(value) {
  try {
    return String(stringify(value));
  } catch {
    // Nearly always a cycle. Any other value that JSON cannot express (a BigInt, a toJSON that throws) is inspected.
    return isObject(value) && stringIndexOf(inspect(value, { depth: Infinity }), "[Circular *") >= 0
      ? "[Circular]"
      : inspect(value);
  }
}
