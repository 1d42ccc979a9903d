// @ts-check
// The data of `data:` URLs, by the Fetch Standard.

import * as base64 from "#deferred/web/encoding/base64.js";
import {
  charCodeAt, exec, fromCharCode, stringIndexOf, stringSlice, typedArrayBuffer, typedArrayByteLength, Uint8Array,
} from "../../shared/primordials.js";
import { withoutSpace } from "./headers.js";
import { parseMediaType, serializeMediaType } from "./media-type.js";

/**
 * @param {string} url serialized, without its fragment
 * @returns {{ type: string, bytes: Uint8Array } | undefined} `undefined` for a text that stands for no data
 */
export function readDataURL(url) {
  const comma = stringIndexOf(url, ",");
  if (comma < 0) return undefined;
  let type = withoutSpace(stringSlice(url, 5, comma));
  let bytes = percentDecoded(stringSlice(url, comma + 1));
  const marked = exec(/^([^]*); *base64$/i, type);
  if (marked !== null) {
    const decoded = base64.decodeForgiving(textOf(bytes));
    if (decoded === undefined) return undefined;
    bytes = decoded;
    type = /** @type {string} */ (marked[1]);
  }
  const media = parseMediaType(stringSlice(type, 0, 1) === ";" ? `text/plain${type}` : type);
  return { type: media === undefined ? "text/plain;charset=US-ASCII" : serializeMediaType(media), bytes };
}

/** @param {string} text ASCII */
function percentDecoded(text) {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = charCodeAt(text, i);
    const high = code === percent ? hexadecimal(charCodeAt(text, i + 1)) : -1;
    const low = code === percent ? hexadecimal(charCodeAt(text, i + 2)) : -1;
    const isEscape = high >= 0 && low >= 0;
    bytes[length++] = isEscape ? high * 16 + low : code;
    if (isEscape) i += 2;
  }
  return new Uint8Array(typedArrayBuffer(bytes), 0, length);
}

const percent = 37;

/** @param {number} code NaN past the end of a text */
function hexadecimal(code) {
  if (code >= 48 && code <= 57) return code - 48;
  const small = code | 32;
  return small >= 97 && small <= 102 ? small - 87 : -1;
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  let text = "";
  for (let i = 0; i < typedArrayByteLength(bytes); i++) text += fromCharCode(/** @type {number} */ (bytes[i]));
  return text;
}
