// @ts-check
// Percent-encoding of the URL Standard. The sets have the standard's names.

import {
  charCodeAt, encodeURIComponent, exec, stringIndexOf, stringSlice, Uint8Array,
} from "../../shared/primordials.js";
import { UTF8Decoder } from "../encoding/utf8-decoder.js";

// Each expression finds the next character that is encoded. Every character above 126 is in all sets.
export const C0_CONTROL = /[\0-\x1f\x7f-\u{10ffff}]/gu;
export const FRAGMENT = /[\0-\x20"<>`\x7f-\u{10ffff}]/gu;
export const QUERY = /[\0-\x20"#<>\x7f-\u{10ffff}]/gu;
export const SPECIAL_QUERY = /[\0-\x20"#'<>\x7f-\u{10ffff}]/gu;
export const PATH = /[\0-\x20"#<>?^`{}\x7f-\u{10ffff}]/gu;
export const USERINFO = /[\0-\x20"#/:;<=>?@[-^`{|}\x7f-\u{10ffff}]/gu;
export const FORM = /[^*\-.0-9A-Z_a-z]/gu;

/**
 * @param {string} text without lone surrogates
 * @param {RegExp} set one of the sets above
 */
export function percentEncode(text, set) {
  let result = "";
  let start = 0;
  set.lastIndex = 0;
  for (let match = exec(set, text); match !== null; match = exec(set, text)) {
    const character = /** @type {string} */ (match[0]);
    const code = charCodeAt(character, 0);
    result += stringSlice(text, start, match.index);
    result += code < 0x80 ? `%${hexDigits[code >> 4]}${hexDigits[code & 15]}` : encodeURIComponent(character);
    start = set.lastIndex;
  }
  return start === 0 ? text : result + stringSlice(text, start);
}

const hexDigits = "0123456789ABCDEF";

/**
 * Percent-decodes UTF-8, with U+FFFD for bytes that are not UTF-8.
 *
 * @param {string} text without lone surrogates
 */
export function percentDecode(text) {
  let result = "";
  let start = 0;
  for (let at = stringIndexOf(text, "%"); at >= 0; at = stringIndexOf(text, "%", at)) {
    const bytes = encodedBytes(text, at);
    if (bytes === 0) {
      at += 1;
      continue;
    }
    const run = new Uint8Array(bytes);
    for (let n = 0; n < bytes; n++) run[n] = byteAt(text, at + 3 * n);
    result += stringSlice(text, start, at) + new UTF8Decoder(false, true).decode(run, true);
    at += 3 * bytes;
    start = at;
  }
  return start === 0 ? text : result + stringSlice(text, start);
}

/**
 * The number of encoded bytes in a row.
 *
 * @param {string} text
 * @param {number} at
 */
function encodedBytes(text, at) {
  let count = 0;
  while (byteAt(text, at + 3 * count) >= 0) count += 1;
  return count;
}

/**
 * The byte that is encoded at an index; -1 if there is none.
 *
 * @param {string} text
 * @param {number} at
 */
function byteAt(text, at) {
  if (charCodeAt(text, at) !== 0x25) return -1;
  const high = hexValue(charCodeAt(text, at + 1));
  const low = hexValue(charCodeAt(text, at + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/**
 * @param {number} code of a character; NaN past the end
 * @returns {number} -1 if it is not a hexadecimal digit
 */
export function hexValue(code) {
  if (isDigit(code)) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** @param {number} code a character's; NaN past the end */
export function isDigit(code) {
  return code >= 0x30 && code <= 0x39;
}
