// @ts-check
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import { fromBase64, toBase64 } from "../../shared/base64.js";
import {
  endsWith, exec, fromCharCode, setFromBase64, stringIndexOf, stringSlice, typedArrayByteLength, TypeError, Uint8Array,
} from "../../shared/primordials.js";
import { quickCharCodeAt } from "../../shared/text.js";
import { host } from "../host.js";
import { decodeLatin1, firstOf, SHARED, sharedBytes, SHORT } from "./native-text.js";

/** The number of characters that are encoded at once: three of them give four without padding. */
const PIECE = SHARED - (SHARED % 3);

/**
 * Base64 of a string whose characters are bytes.
 * @param {unknown} data
 */
export function btoa(data) {
  if (arguments.length === 0) throw new TypeError("btoa: an argument is required");
  const text = `${data}`;
  const { length } = text;
  const encoded = length > SHORT ? encodeNatively(text, length) : undefined;
  if (encoded !== undefined) return encoded;
  const bytes = new Uint8Array(length);
  const charCodeAt = quickCharCodeAt();
  for (let i = 0; i < length; i++) {
    const code = charCodeAt(text, i);
    if (code > 255) throw invalid("btoa: the string contains characters above U+00FF");
    bytes[i] = code;
  }
  return toBase64(bytes, length);
}

/**
 * @param {string} text
 * @param {number} length
 * @returns {string | undefined} `undefined` if a character is not a byte, and where there is no native side
 */
function encodeNatively(text, length) {
  const { writeBytes } = host;
  const shared = sharedBytes();
  if (writeBytes === undefined || shared === undefined) return undefined;
  if (length <= PIECE) return writeBytes(text, 255) === true ? toBase64(firstOf(shared, length), length) : undefined;
  let encoded = "";
  for (let start = 0; start < length; start += PIECE) {
    const piece = stringSlice(text, start, start + PIECE);
    if (writeBytes(piece, 255) !== true) return undefined;
    encoded += toBase64(firstOf(shared, piece.length), piece.length);
  }
  return encoded;
}

/**
 * Decodes Base64 text to a string of bytes. White space is ignored, padding is optional.
 * @param {unknown} data
 */
export function atob(data) {
  if (arguments.length === 0) throw new TypeError("atob: an argument is required");
  const text = `${data}`;
  const quick = text.length > SHORT && text.length <= SHARED ? decodeQuickly(text) : undefined;
  if (quick !== undefined) return quick;
  const bytes = decodeForgiving(text);
  if (bytes === undefined) throw invalid("atob: the string is not valid Base64");
  const long = decodeLatin1(bytes);
  if (long !== undefined) return long;
  const length = typedArrayByteLength(bytes);
  let result = "";
  for (let i = 0; i < length; i++) result += fromCharCode(/** @type {number} */ (bytes[i]));
  return result;
}

/**
 * The string for a text that has a place in the shared bytes, by the engine, which accepts the texts that `atob` accepts.
 *
 * @param {string} text
 * @returns {string | undefined} `undefined` for any other text
 */
function decodeQuickly(text) {
  const shared = setFromBase64 === undefined ? undefined : sharedBytes();
  if (shared === undefined) return undefined;
  try {
    const { written } = /** @type {NonNullable<typeof setFromBase64>} */ (setFromBase64)(shared, text);
    return host.decodeBytes?.(written);
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
