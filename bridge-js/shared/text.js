// @ts-check
import { append } from "./lists.js";
import { charCodeAt, getOwnPropertyDescriptor, originalCharCodeAt, stringIndexOf, stringPrototype, stringSlice } from "./primordials.js";

/**
 * @param {string} text
 * @param {string} separator not empty
 * @returns {string[]}
 */
export function split(text, separator) {
  /** @type {string[]} */
  const parts = [];
  let start = 0;
  for (;;) {
    const end = stringIndexOf(text, separator, start);
    if (end < 0) break;
    append(parts, stringSlice(text, start, end));
    start = end + separator.length;
  }
  append(parts, stringSlice(text, start));
  return parts;
}

/**
 * @param {string} text
 * @param {string} part not empty
 * @param {string} replacement
 */
export function replaceAll(text, part, replacement) {
  let result = "";
  let start = 0;
  for (;;) {
    const end = stringIndexOf(text, part, start);
    if (end < 0) return result + stringSlice(text, start);
    result += stringSlice(text, start, end) + replacement;
    start = end + part.length;
  }
}

/**
 * Indents every line but the first.
 * @param {string} text
 * @param {string} indentation
 */
export function indent(text, indentation) {
  return indentation === "" ? text : replaceAll(text, "\n", `\n${indentation}`);
}

/**
 * `charCodeAt` for loops over long texts: a plain method call, which is several times faster, as long as no page
 * replaced the method. To be called again before each loop.
 *
 * @returns {(text: string, index: number) => number}
 */
export function quickCharCodeAt() {
  const current = getOwnPropertyDescriptor(stringPrototype, "charCodeAt")?.value;
  return current === originalCharCodeAt ? (text, index) => text.charCodeAt(index) : charCodeAt;
}
