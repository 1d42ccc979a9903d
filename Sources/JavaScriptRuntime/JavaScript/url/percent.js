// @ts-check
// Percent-encoding as the URL Standard has it, whose names the sets bear.

import { charCodeAt, encodeURIComponent, fromCharCode, stringSlice, Uint8Array } from "../primordials.js";
import { UTF8Decoder } from "../utf8-decoder.js";

export const C0_CONTROL = 1;
export const FRAGMENT = 2;
export const QUERY = 4;
export const SPECIAL_QUERY = 8;
export const PATH = 16;
export const USERINFO = 32;
export const FORM = 64;

/** The sets that each character below 128 is in. */
const sets = new Uint8Array(128);

/**
 * @param {string} characters
 * @param {number} members the sets that they are in
 */
function add(characters, members) {
  for (let i = 0; i < characters.length; i++) sets[charCodeAt(characters, i)] = members;
}

for (let code = 0; code < 0x20; code++) add(fromCharCode(code), 0xff);
add("\x7f", 0xff);
add(' "<>', FRAGMENT | QUERY | SPECIAL_QUERY | PATH | USERINFO | FORM);
add("#", QUERY | SPECIAL_QUERY | PATH | USERINFO | FORM);
add("`", FRAGMENT | PATH | USERINFO | FORM);
add("?^{}", PATH | USERINFO | FORM);
add("/:;=@[\\]|", USERINFO | FORM);
add("'", SPECIAL_QUERY | FORM);
add("!$%&()+,~", FORM);

/**
 * @param {string} text without lone surrogates
 * @param {number} set one of the above; everything above 127 is in each
 */
export function percentEncode(text, set) {
  let result = "";
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const code = charCodeAt(text, i);
    if (code < 0x80 && (/** @type {number} */ (sets[code]) & set) === 0) continue;
    const end = code >= 0xd800 && code <= 0xdbff ? i + 2 : i + 1;
    const character = stringSlice(text, i, end);
    result += stringSlice(text, start, i);
    result += code < 0x80 ? `%${hexDigits[code >> 4]}${hexDigits[code & 15]}` : encodeURIComponent(character);
    start = end;
    i = end - 1;
  }
  return start === 0 ? text : result + stringSlice(text, start);
}

const hexDigits = "0123456789ABCDEF";

/**
 * The text of UTF-8 that is percent-encoded, with U+FFFD where it is none.
 *
 * @param {string} text without lone surrogates
 */
export function percentDecode(text) {
  let result = "";
  let start = 0;
  for (let i = 0; i < text.length; ) {
    const bytes = encodedBytes(text, i);
    if (bytes === 0) {
      i += 1;
      continue;
    }
    const run = new Uint8Array(bytes);
    for (let n = 0; n < bytes; n++) run[n] = byteAt(text, i + 3 * n);
    result += stringSlice(text, start, i) + new UTF8Decoder(false, true).decode(run, true);
    i += 3 * bytes;
    start = i;
  }
  return start === 0 ? text : result + stringSlice(text, start);
}

/**
 * How many encoded bytes follow one another.
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
 * The byte that is encoded at an index; -1 if none is.
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
 * @param {number} code a character's; NaN past the end
 * @returns {number} -1 if it is no hexadecimal digit
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
