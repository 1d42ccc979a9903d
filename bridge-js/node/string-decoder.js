// @ts-check
// The module `string_decoder`: text from bytes that arrive in pieces.

import * as decoding from "#deferred/web/encoding/text-decoder.js";
import { bytesOf } from "../shared/bytes.js";
import { defineHidden, nullPrototype } from "../shared/define.js";
import { isView, TypeError } from "../shared/primordials.js";
import { Buffer } from "./buffer.js";
import { decode, encodingOf, subarray } from "./buffer-encodings.js";
import { invalidArgType, nodeError } from "./errors.js";
import { nameMethods } from "./naming.js";

const statics = /** @type {any} */ (Buffer);

/** How many bytes at the end are the beginning of a character. */
function unfinished(bytes, encoding) {
  const { length } = bytes;
  if (encoding === "utf16le") {
    const odd = length % 2;
    if (odd === 1) return 1;
    const high = length >= 2 ? bytes[length - 1] : 0;
    return high >= 0xd8 && high <= 0xdb ? 2 : 0;
  }
  if (encoding !== "utf8") return length % 3;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back];
    if (byte >= 0x80 && byte < 0xc0) continue;
    const size = byte >= 0xf0 && byte <= 0xf7 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc0 && byte < 0xe0 ? 2 : 1;
    if (size <= back) return 0;
    // Bytes that cannot begin a character become a replacement character at once.
    if (back > 1 && !begins(byte, bytes[length - back + 1])) return 0;
    return back;
  }
  return 0;
}

/** Whether the second byte of a sequence may follow the first. */
function begins(first, second) {
  if (first === 0xe0) return second >= 0xa0;
  if (first === 0xed) return second < 0xa0;
  if (first === 0xf0) return second >= 0x90;
  return first !== 0xf4 || second < 0x90;
}

/** The number of bytes that the character at the beginning of the bytes has. */
function sizeOf(bytes, encoding) {
  if (encoding === "utf16le") return bytes.length >= 2 && bytes[1] >= 0xd8 && bytes[1] <= 0xdb ? 4 : 2;
  if (encoding !== "utf8") return 3;
  const first = bytes[0];
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

/**
 * @this {any}
 * @param {string} [encoding]
 */
function StringDecoder(encoding) {
  const name = encodingOf(encoding);
  if (name === undefined || (encoding !== undefined && encoding !== null && typeof encoding !== "string")) {
    throw nodeError(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);
  }
  this.encoding = name;
  this.lastChar = statics.alloc(name === "utf8" || name === "utf16le" ? 4 : 3);
  this.lastNeed = 0;
  this.lastTotal = 0;
  defineHidden(this, "held", statics.alloc(0));
}

const text = (bytes, encoding) => (encoding === "utf8" ? new decoding.TextDecoder("utf-8", nullPrototype({ ignoreBOM: true })).decode(bytes) : decode(bytes, encoding));

StringDecoder.prototype.write = function (/** @type {any} */ chunk) {
  if (this?.held === undefined) throw nodeError(TypeError, "ERR_INVALID_THIS", 'Value of "this" must be of type StringDecoder');
  if (typeof chunk === "string") return chunk;
  if (!isView(chunk)) throw invalidArgType("buf", ["Buffer", "TypedArray", "DataView"], chunk);
  const { encoding } = this;
  let bytes = /** @type {any} */ (bytesOf(chunk, "StringDecoder.write"));
  if (encoding !== "utf8" && encoding !== "utf16le" && encoding !== "base64" && encoding !== "base64url") return decode(bytes, encoding);
  const { held } = this;
  if (held.length > 0) bytes = statics.concat([held, bytes]);
  if (encoding === "utf16le" && held.length >= 2 && bytes.length < 4) {
    keep(this, bytes);
    return "";
  }
  const rest = unfinished(bytes, encoding);
  keep(this, subarray(bytes, bytes.length - rest));
  return text(subarray(bytes, 0, bytes.length - rest), encoding);
};

/** Keeps the beginning of a character for the next piece. */
function keep(decoder, bytes) {
  decoder.held = statics.from(bytes);
  decoder.lastChar.fill(0);
  decoder.held.copy(decoder.lastChar);
  decoder.lastTotal = bytes.length > 0 ? sizeOf(bytes, decoder.encoding) : 0;
  decoder.lastNeed = bytes.length > 0 ? decoder.lastTotal - bytes.length : 0;
}

StringDecoder.prototype.end = function (/** @type {any} */ chunk) {
  const before = chunk === undefined ? "" : this.write(chunk);
  const { held } = this;
  keep(this, subarray(held, 0, 0));
  if (held.length === 0) return before;
  return before + text(this.encoding === "utf16le" ? subarray(held, 0, held.length - (held.length % 2)) : held, this.encoding);
};

StringDecoder.prototype.text = function (/** @type {any} */ bytes, /** @type {number} */ offset) {
  this.held = statics.alloc(0);
  return this.write(bytes.slice(offset));
};

nameMethods(StringDecoder.prototype);

export const stringDecoder = { StringDecoder };
