// @ts-check
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import { charCodeAt, endsWith, fromCharCode, stringSlice, TypeError } from "../../shared/primordials.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Base64 of a string whose characters are bytes.
 * @param {unknown} data
 */
export function btoa(data) {
  if (arguments.length === 0) throw new TypeError("btoa: an argument is required");
  const text = `${data}`;
  let result = "";
  for (let i = 0; i < text.length; i += 3) {
    const a = byteAt(text, i);
    const b = i + 1 < text.length ? byteAt(text, i + 1) : 0;
    const c = i + 2 < text.length ? byteAt(text, i + 2) : 0;
    const third = i + 1 < text.length ? alphabet[((b & 15) << 2) | (c >> 6)] : "=";
    const fourth = i + 2 < text.length ? alphabet[c & 63] : "=";
    result += `${alphabet[a >> 2]}${alphabet[((a & 3) << 4) | (b >> 4)]}${third}${fourth}`;
  }
  return result;
}

/**
 * The string of bytes that the Base64 text stands for. White space is ignored, padding is optional.
 * @param {unknown} data
 */
export function atob(data) {
  if (arguments.length === 0) throw new TypeError("atob: an argument is required");
  const text = withoutPadding(withoutSpace(`${data}`));
  if (text.length % 4 === 1) throw invalid();
  let result = "";
  let bits = 0;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    bits = (bits << 6) | digitAt(text, i);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    result += fromCharCode((bits >> count) & 255);
  }
  return result;
}

/**
 * @param {string} text
 * @param {number} index
 */
function byteAt(text, index) {
  const code = charCodeAt(text, index);
  if (code <= 255) return code;
  throw new exceptions.DOMException("btoa: the string has characters that are not bytes", "InvalidCharacterError");
}

/**
 * @param {string} text
 * @param {number} index
 */
function digitAt(text, index) {
  const code = charCodeAt(text, index);
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 97 && code <= 122) return code - 71;
  if (code >= 48 && code <= 57) return code + 4;
  if (code === 43) return 62;
  if (code === 47) return 63;
  throw invalid();
}

/** @param {string} text */
function withoutSpace(text) {
  let result = "";
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const code = charCodeAt(text, i);
    if (code !== 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) continue;
    result += stringSlice(text, start, i);
    start = i + 1;
  }
  return start === 0 ? text : result + stringSlice(text, start);
}

/** @param {string} text */
function withoutPadding(text) {
  if (text.length % 4 !== 0 || !endsWith(text, "=")) return text;
  return stringSlice(text, 0, endsWith(text, "==") ? -2 : -1);
}

function invalid() {
  return new exceptions.DOMException("atob: the string is not Base64", "InvalidCharacterError");
}
