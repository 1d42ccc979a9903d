// @ts-check
import {
  charCodeAt, numberToString, padStart, stringIndexOf, stringSlice, toUpperCase,
} from "../../shared/primordials.js";

/** The escapes with a letter. */
const letters = { __proto__: null, 8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 39: "\\'", 92: "\\\\" };

/**
 * Quotes a string as Node does: in single quotes, or in those that the string does not contain.
 *
 * Control characters and lone surrogates are escaped. So are the characters that change the direction of writing, which Node
 * prints: a name could otherwise look like another text.
 *
 * @param {string} text
 */
export function quote(text) {
  const mark = chooseMark(text);
  return mark + escape(text, mark === "'") + mark;
}

/**
 * @param {string} text
 * @param {boolean} quotes whether to escape single quotes too
 */
export function escape(text, quotes) {
  let result = "";
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const code = charCodeAt(text, i);
    if (isSurrogatePair(text, i, code)) {
      i += 1;
    } else if (needsEscape(code) || (quotes && code === 39)) {
      result += stringSlice(text, start, i) + escapeCode(code);
      start = i + 1;
    }
  }
  return start === 0 ? text : result + stringSlice(text, start);
}

/**
 * A text that is printed without quotes: control characters other than tabs and ends of lines are escaped, and those that
 * change the direction of writing, which Node prints. A name or a message could otherwise command a terminal.
 *
 * @param {string} text
 */
export function visible(text) {
  let result = "";
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const code = charCodeAt(text, i);
    if (code === 9 || code === 10 || code === 0x5c || !needsEscape(code) || (code >= 0xd800 && code <= 0xdfff)) continue;
    result += stringSlice(text, start, i) + escapeCode(code);
    start = i + 1;
  }
  return start === 0 ? text : result + stringSlice(text, start);
}

/** @param {string} text */
function chooseMark(text) {
  if (stringIndexOf(text, "'") < 0) return "'";
  if (stringIndexOf(text, '"') < 0) return '"';
  return stringIndexOf(text, "`") < 0 && stringIndexOf(text, "${") < 0 ? "`" : "'";
}

/**
 * @param {string} text
 * @param {number} index
 * @param {number} code
 */
function isSurrogatePair(text, index, code) {
  if (code < 0xd800 || code > 0xdbff) return false;
  const next = charCodeAt(text, index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}

/** @param {number} code */
function needsEscape(code) {
  if (code < 0x20 || code === 0x5c || (code >= 0x7f && code <= 0x9f)) return true;
  if (code < 0x61c) return false;
  return (code >= 0xd800 && code <= 0xdfff) || isBidirectional(code);
}

/**
 * Marks, embeddings, overrides and isolates of the Unicode bidirectional algorithm.
 * @param {number} code
 */
function isBidirectional(code) {
  return code === 0x61c || code === 0x200e || code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/** @param {number} code */
function escapeCode(code) {
  const letter = /** @type {{ [code: number]: string }} */ (/** @type {unknown} */ (letters))[code];
  if (letter !== undefined) return letter;
  const digits = numberToString(code, 16);
  if (code < 0x100) return `\\x${toUpperCase(padStart(digits, 2, "0"))}`;
  return `\\u${padStart(digits, 4, "0")}`;
}
