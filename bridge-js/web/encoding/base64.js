// @ts-check
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import { fromBase64, toBase64 } from "../../shared/base64.js";
import { charCodeAt, endsWith, fromCharCode, stringIndexOf, stringSlice, typedArrayByteLength, TypeError, Uint8Array } from "../../shared/primordials.js";

/**
 * Base64 of a string whose characters are bytes.
 * @param {unknown} data
 */
export function btoa(data) {
  if (arguments.length === 0) throw new TypeError("btoa: an argument is required");
  const text = `${data}`;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = charCodeAt(text, i);
    if (code > 255) throw invalid("btoa: the string has characters that are not bytes");
    bytes[i] = code;
  }
  return toBase64(bytes, text.length);
}

/**
 * The string of bytes that the Base64 text stands for. White space is ignored, padding is optional.
 * @param {unknown} data
 */
export function atob(data) {
  if (arguments.length === 0) throw new TypeError("atob: an argument is required");
  const bytes = decodeForgiving(`${data}`);
  if (bytes === undefined) throw invalid("atob: the string is not Base64");
  let text = "";
  for (let i = 0; i < typedArrayByteLength(bytes); i++) text += fromCharCode(/** @type {number} */ (bytes[i]));
  return text;
}

/**
 * The bytes of a Base64 text. White space is ignored, padding is optional.
 *
 * @param {string} text
 * @returns {Uint8Array | undefined} `undefined` for any other text
 */
export function decodeForgiving(text) {
  const digits = withoutPadding(withoutSpace(text));
  const count = digits.length % 4;
  if (count === 1 || stringIndexOf(digits, "=") >= 0) return undefined;
  const buffer = fromBase64(digits + (count === 2 ? "==" : count === 3 ? "=" : ""));
  return buffer === undefined ? undefined : new Uint8Array(buffer, 0, (digits.length * 3) >> 2);
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

/** @param {string} message */
function invalid(message) {
  return new exceptions.DOMException(message, "InvalidCharacterError");
}
