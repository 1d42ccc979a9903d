// @ts-check
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import { fromBase64, toBase64 } from "../../shared/base64.js";
import { endsWith, exec, fromCharCode, stringIndexOf, stringSlice, typedArrayByteLength, TypeError, Uint8Array } from "../../shared/primordials.js";
import { quickCharCodeAt } from "../../shared/text.js";
import { host } from "../host.js";

/** The number of characters from which the native side converts faster than the engine runs our code. */
const LONG = 128;

/**
 * Base64 of a string whose characters are bytes.
 * @param {unknown} data
 */
export function btoa(data) {
  if (arguments.length === 0) throw new TypeError("btoa: an argument is required");
  const text = `${data}`;
  const { length } = text;
  const buffer = length >= LONG ? host.encodeBytes?.(text) : undefined;
  if (buffer !== undefined) return toBase64(new Uint8Array(buffer), length);
  const bytes = new Uint8Array(length);
  const charCodeAt = quickCharCodeAt();
  for (let i = 0; i < length; i++) {
    const code = charCodeAt(text, i);
    if (code > 255) throw invalid("btoa: the string has characters that are not bytes");
    bytes[i] = code;
  }
  return toBase64(bytes, length);
}

/**
 * The string of bytes that the Base64 text stands for. White space is ignored, padding is optional.
 * @param {unknown} data
 */
export function atob(data) {
  if (arguments.length === 0) throw new TypeError("atob: an argument is required");
  const bytes = decodeForgiving(`${data}`);
  if (bytes === undefined) throw invalid("atob: the string is not Base64");
  const length = typedArrayByteLength(bytes);
  const long = length >= LONG ? host.decodeBytes?.(bytes) : undefined;
  if (long !== undefined) return long;
  let text = "";
  for (let i = 0; i < length; i++) text += fromCharCode(/** @type {number} */ (bytes[i]));
  return text;
}

/**
 * The bytes of a Base64 text. White space is ignored, padding is optional.
 *
 * @param {string} text
 * @returns {Uint8Array | undefined} `undefined` for any other text
 */
export function decodeForgiving(text) {
  const buffer = fromBase64(text);
  if (buffer !== undefined) return new Uint8Array(buffer);
  const digits = withoutPadding(withoutSpace(text));
  const count = digits.length % 4;
  if (count === 1 || stringIndexOf(digits, "=") >= 0) return undefined;
  const padded = fromBase64(digits + (count === 2 ? "==" : count === 3 ? "=" : ""));
  return padded === undefined ? undefined : new Uint8Array(padded, 0, (digits.length * 3) >> 2);
}

const space = /[\t\n\f\r ]+/g;

/** @param {string} text */
function withoutSpace(text) {
  let result = "";
  let start = 0;
  space.lastIndex = 0;
  for (let match = exec(space, text); match !== null; match = exec(space, text)) {
    result += stringSlice(text, start, match.index);
    start = space.lastIndex;
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
