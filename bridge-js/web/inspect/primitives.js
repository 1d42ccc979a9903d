// @ts-check
import { is, repeat, String, stringIndexOf, stringSlice, symbolToString } from "../../shared/primordials.js";
import { escape, quote } from "./quote.js";

/** @typedef {import("./options.js").Style} Style */

/**
 * The state of the inspector that primitive values need.
 * @typedef {object} PrimitiveContext
 * @property {(text: string, style: Style) => string} stylize
 * @property {number} maxStringLength
 * @property {number} breakLength
 * @property {number} indentation
 * @property {number | boolean} compact
 */

/**
 * @param {PrimitiveContext} context
 * @param {unknown} value no object
 * @returns {string}
 */
export function formatPrimitive(context, value) {
  switch (typeof value) {
    case "string":
      return formatString(context, value);
    case "number":
      return context.stylize(formatNumber(value), "number");
    case "bigint":
      return context.stylize(`${value}n`, "bigint");
    case "boolean":
      return context.stylize(String(value), "boolean");
    case "symbol":
      return context.stylize(escape(symbolToString(value), false), "symbol");
    default:
      return value === null ? context.stylize("null", "null") : context.stylize("undefined", "undefined");
  }
}

/** @param {number} value */
export function formatNumber(value) {
  return is(value, -0) ? "-0" : String(value);
}

/**
 * A long string is broken after its line breaks.
 *
 * @param {PrimitiveContext} context
 * @param {string} value
 */
function formatString(context, value) {
  const { stylize, maxStringLength, breakLength, indentation, compact } = context;
  const remaining = value.length - maxStringLength;
  const text = remaining > 0 ? stringSlice(value, 0, maxStringLength) : value;
  const trailer = remaining > 0 ? `... ${remaining} more character${remaining > 1 ? "s" : ""}` : "";
  const broken = compact !== true && text.length > 16 && text.length > breakLength - indentation - 4;
  if (!broken) return stylize(quote(text), "string") + trailer;
  let result = "";
  for (let start = 0; ; ) {
    const end = stringIndexOf(text, "\n", start) + 1;
    const last = end === 0 || end === text.length;
    result += stylize(quote(stringSlice(text, start, last ? text.length : end)), "string");
    if (last) return result + trailer;
    result += ` +\n${repeat(" ", indentation + 2)}`;
    start = end;
  }
}
