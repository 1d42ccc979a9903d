// @ts-check
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import { fromBase64, toBase64 } from "../../shared/base64.js";
import {
  endsWith, exec, fromCharCode, setFromBase64, stringIndexOf, stringSlice, typedArrayBuffer, typedArrayByteLength, TypeError,
  Uint8Array,
} from "../../shared/primordials.js";
import { quickCharCodeAt } from "../../shared/text.js";
import { host } from "../host.js";

/** The length of a short text. */
const SCRATCH = 4096;

/** The bytes of a short text, which is read to the end before the next one is written. */
const scratch = new Uint8Array(SCRATCH);
const scratchBuffer = typedArrayBuffer(scratch);

/** The number of bytes up to which code of ours is faster than a call of the native side. */
const SHORT = 16;

/**
 * Base64 of a string whose characters are bytes.
 * @param {unknown} data
 */
export function btoa(data) {
  if (arguments.length === 0) throw new TypeError("btoa: an argument is required");
  const text = `${data}`;
  const { length } = text;
  if (length > SCRATCH) {
    const buffer = host.encodeBytes?.(text);
    if (buffer !== undefined) return toBase64(new Uint8Array(buffer), length);
  }
  const bytes = length <= SCRATCH ? new Uint8Array(scratchBuffer, 0, length) : new Uint8Array(length);
  const isWritten = length > SHORT && host.writeBytes?.(text, bytes, 255) === true;
  if (!isWritten && write(text, length, bytes) > 255) throw invalid("btoa: the string has characters that are not bytes");
  return toBase64(bytes, length);
}

/**
 * Writes the lower half of each character.
 *
 * @param {string} text
 * @param {number} length
 * @param {Uint8Array} bytes
 * @returns {number} above 255 if a character is
 */
function write(text, length, bytes) {
  const charCodeAt = quickCharCodeAt();
  let bits = 0;
  for (let i = 0; i < length; i++) bits |= bytes[i] = charCodeAt(text, i);
  return bits;
}

/**
 * The string of bytes that the Base64 text stands for. White space is ignored, padding is optional.
 * @param {unknown} data
 */
export function atob(data) {
  if (arguments.length === 0) throw new TypeError("atob: an argument is required");
  const text = `${data}`;
  const bytes = setFromBase64 !== undefined && text.length <= SCRATCH ? decodeShort(text) : decodeForgiving(text);
  if (bytes === undefined) throw invalid("atob: the string is not Base64");
  const length = typedArrayByteLength(bytes);
  const long = length > SHORT ? host.decodeBytes?.(bytes) : undefined;
  if (long !== undefined) return long;
  let result = "";
  for (let i = 0; i < length; i++) result += fromCharCode(/** @type {number} */ (bytes[i]));
  return result;
}

/**
 * The bytes of such a text, until the next call. The engine accepts the texts that `atob` accepts.
 *
 * @param {string} text
 * @returns {Uint8Array | undefined} `undefined` for any other text
 */
function decodeShort(text) {
  try {
    const { written } = /** @type {NonNullable<typeof setFromBase64>} */ (setFromBase64)(scratch, text);
    return new Uint8Array(scratchBuffer, 0, written);
  } catch {
    return undefined;
  }
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
