// @ts-check
// Text as bytes and bytes as text, in the encodings of Node's buffers.

import * as decoding from "#deferred/web/encoding/text-decoder.js";
import * as encoding from "#deferred/web/encoding/text-encoder.js";
import { toBase64 } from "../shared/base64.js";
import {
  apply, charAt, charCodeAt, floor, fromCharCode, min, stringSlice, toLowerCase, TypedArray, TypeError, Uint8Array, uncurry,
} from "../shared/primordials.js";
import { quickCharCodeAt, replaceAll } from "../shared/text.js";
import { decodeLatin1 } from "../web/encoding/native-text.js";
import { nodeError } from "./errors.js";

/** @type {(array: any, start: number, end?: number) => any} */
export const subarray = uncurry(TypedArray.prototype.subarray);

/** The canonical name of an encoding; `undefined` for an unknown one. */
export function encodingOf(name) {
  switch (name) {
    case undefined:
    case null:
    case "":
    case "utf8":
    case "utf-8":
      return "utf8";
    default:
  }
  switch (toLowerCase(`${name}`)) {
    case "utf8":
    case "utf-8":
      return "utf8";
    case "ucs2":
    case "ucs-2":
    case "utf16le":
    case "utf-16le":
      return "utf16le";
    case "latin1":
    case "binary":
      return "latin1";
    case "base64":
      return "base64";
    case "base64url":
      return "base64url";
    case "hex":
      return "hex";
    case "ascii":
      return "ascii";
    default:
      return undefined;
  }
}

export function requireEncoding(name, isNeeded = false) {
  const found = encodingOf(name);
  if (found === undefined || (isNeeded && (name === null || name === ""))) throw nodeError(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${name}`);
  return found;
}

const digit = (code) => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
};

/** The value of a digit of either alphabet of base64; -1 for any other character. */
const sixBits = (code) => {
  if (code >= 0x41 && code <= 0x5a) return code - 0x41;
  if (code >= 0x61 && code <= 0x7a) return code - 0x47;
  if (code >= 0x30 && code <= 0x39) return code + 4;
  if (code === 0x2b || code === 0x2d) return 62;
  return code === 0x2f || code === 0x5f ? 63 : -1;
};

/** How many bytes a text has at most in base64: what `Buffer.byteLength` returns. */
function base64Length(text) {
  let { length } = text;
  if (length > 0 && charCodeAt(text, length - 1) === 0x3d) length -= 1;
  if (length > 1 && charCodeAt(text, length - 1) === 0x3d) length -= 1;
  return floor((length * 3) / 4);
}

/** @type {any} */
let encoder;
const utf8 = (text) => (encoder ??= new encoding.TextEncoder()).encode(text);

export function byteLength(text, name) {
  switch (name) {
    case "utf16le":
      return text.length * 2;
    case "hex":
      return floor(text.length / 2);
    case "base64":
    case "base64url":
      return base64Length(text);
    case "utf8":
      return utf8(text).length;
    default:
      return text.length;
  }
}

/** The bytes of a text, in a new array. */
export function encode(text, name) {
  if (name === "utf8") return utf8(text);
  const bytes = new Uint8Array(byteLength(text, name));
  const written = write(bytes, text, name);
  return written === bytes.length ? bytes : subarray(bytes, 0, written);
}

/**
 * Writes as much of a text as fits, whole characters only.
 *
 * @param {Uint8Array} bytes
 * @param {string} text
 * @param {string} name
 * @returns {number} the number of bytes
 */
export function write(bytes, text, name) {
  const room = bytes.length;
  const at = quickCharCodeAt();
  let count = 0;
  switch (name) {
    case "utf8": {
      encoder ??= new encoding.TextEncoder();
      return encoder.encodeInto(text, bytes).written;
    }
    case "utf16le": {
      for (; count + 1 < room && count / 2 < text.length; count += 2) {
        const code = at(text, count / 2);
        bytes[count] = code & 255;
        bytes[count + 1] = code >> 8;
      }
      return count;
    }
    case "hex": {
      for (; count < room && count * 2 + 1 < text.length; count += 1) {
        const high = digit(at(text, count * 2));
        const low = digit(at(text, count * 2 + 1));
        if (high < 0 || low < 0) break;
        bytes[count] = (high << 4) | low;
      }
      return count;
    }
    case "base64":
    case "base64url": {
      let bits = 0;
      let held = 0;
      for (let i = 0; i < text.length && count < room; i++) {
        const code = at(text, i);
        if (code === 0x3d) break;
        const value = sixBits(code);
        if (value < 0) continue;
        bits = ((bits << 6) | value) & 0xffff;
        held += 6;
        if (held >= 8) {
          held -= 8;
          bytes[count++] = bits >> held;
        }
      }
      return count;
    }
    default: {
      const length = min(room, text.length);
      for (; count < length; count += 1) bytes[count] = at(text, count);
      return count;
    }
  }
}

/** The characters of bytes below a mask. */
function characters(bytes, mask) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 4096) {
    const part = subarray(bytes, start, min(start + 4096, bytes.length));
    if (mask === 255) {
      text += apply(fromCharCode, undefined, part);
    } else {
      for (let i = 0; i < part.length; i++) text += fromCharCode(part[i] & mask);
    }
  }
  return text;
}

const HEX = "0123456789abcdef";

export function decode(bytes, name) {
  switch (name) {
    case "utf8":
      return decoding.decodeWithMark(bytes);
    case "ascii":
      return characters(bytes, 127);
    case "latin1":
      return decodeLatin1(bytes) ?? characters(bytes, 255);
    case "hex": {
      let text = "";
      for (let i = 0; i < bytes.length; i++) text += charAt(HEX, bytes[i] >> 4) + charAt(HEX, bytes[i] & 15);
      return text;
    }
    case "utf16le": {
      let text = "";
      for (let i = 0; i + 1 < bytes.length; i += 2) text += fromCharCode(bytes[i] | (bytes[i + 1] << 8));
      return text;
    }
    case "base64url": {
      let text = toBase64(plain(bytes), bytes.length);
      while (text.length > 0 && charCodeAt(text, text.length - 1) === 0x3d) text = stringSlice(text, 0, text.length - 1);
      return replaceAll(replaceAll(text, "+", "-"), "/", "_");
    }
    default:
      return toBase64(plain(bytes), bytes.length);
  }
}

const plain = (bytes) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
