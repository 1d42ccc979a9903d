// @ts-check
// Filling, copying, comparing and swapping the bytes of buffers.

import { bytesOf } from "../shared/bytes.js";
import { isView, min, RangeError, typedArrayName, typedArraySet } from "../shared/primordials.js";
import { encode, requireEncoding, subarray } from "./buffer-encodings.js";
import { compareBytes, isBytes } from "./buffer-search.js";
import { invalidArgType, invalidArgValue, nodeError, outOfRange, validateInteger, validateNumber } from "./errors.js";

export function fillBuffer(buf, given, givenOffset, givenEnd, givenEncoding) {
  let value = given;
  let offset = givenOffset;
  let end = givenEnd;
  let encoding = givenEncoding;
  if (typeof value === "string") {
    if (offset === undefined || typeof offset === "string") {
      encoding = offset;
      offset = 0;
      end = buf.length;
    } else if (typeof end === "string") {
      encoding = end;
      end = buf.length;
    }
    if (encoding !== undefined && typeof encoding !== "string") throw invalidArgType("encoding", "string", encoding);
    const name = requireEncoding(encoding);
    if (value.length === 0) value = 0;
    else value = encode(value, name);
    if (value.length === 0) throw invalidArgValue("value", given);
  } else if (isView(value)) {
    value = bytesOf(value, "fill");
    if (value.length === 0) throw invalidArgValue("value", given);
  } else {
    value = typeof value === "boolean" ? +value : value & 255;
  }
  if (offset === undefined) {
    offset = 0;
    end = buf.length;
  } else {
    validateNumber(offset, "offset", 0);
    if (end === undefined) end = buf.length;
    else validateNumber(end, "end", 0, buf.length);
    if (offset >= end) return buf;
  }
  if (typeof value === "number") for (let i = offset >>> 0; i < end; i++) buf[i] = value;
  else for (let i = offset >>> 0, k = 0; i < end; i++, k++) buf[i] = value[k % value.length];
  return buf;
}

function swap(size, bits) {
  return /** @this {any} */ function () {
    if (this.length % size !== 0) throw nodeError(RangeError, "ERR_INVALID_BUFFER_SIZE", `Buffer size must be a multiple of ${bits}-bits`);
    for (let i = 0; i < this.length; i += size) {
      for (let k = 0; k < size / 2; k++) {
        const byte = this[i + k];
        this[i + k] = this[i + size - 1 - k];
        this[i + size - 1 - k] = byte;
      }
    }
    return this;
  };
}
/** @param {any} prototype */
export function defineBytes(prototype) {
  prototype.compare = function compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
    if (!isBytes(target)) throw invalidArgType("target", ["Buffer", "Uint8Array"], target);
    if (arguments.length === 1) return compareBytes(this, target);
    const bound = (value, name, fallback, most) => {
      if (value === undefined) return fallback;
      validateInteger(value, name, 0, most);
      return value;
    };
    const ts = bound(targetStart, "targetStart", 0, undefined);
    const te = bound(targetEnd, "targetEnd", target.length, target.length);
    const ss = bound(sourceStart, "sourceStart", 0, undefined);
    const se = bound(sourceEnd, "sourceEnd", this.length, this.length);
    if (ss >= se) return ts >= te ? 0 : -1;
    if (ts >= te) return 1;
    return compareBytes(subarray(this, ss, se), subarray(target, ts, te));
  };

  prototype.fill = function fill(value, offset, end, encoding) {
    return fillBuffer(this, value, offset, end, encoding);
  };

  prototype.copy = function copy(target, targetStart, sourceStart, sourceEnd) {
    if (typedArrayName(target) === undefined) throw invalidArgType("target", ["Buffer", "Uint8Array"], target);
    const whole = (value, name, fallback) => {
      if (value === undefined) return fallback;
      const number = +value;
      const result = number === number ? number - (number % 1) : 0;
      if (result < 0) throw outOfRange(name, ">= 0", value);
      return result;
    };
    const at = whole(targetStart, "targetStart", 0);
    if (at >= target.length) return 0;
    const from = whole(sourceStart, "sourceStart", 0);
    if (from > this.length) throw outOfRange("sourceStart", `>= 0 && <= ${this.length}`, sourceStart);
    const to = min(whole(sourceEnd, "sourceEnd", this.length), this.length);
    const count = min(to - from, target.byteLength - at);
    if (count <= 0) return 0;
    typedArraySet(bytesOf(target, "copy"), subarray(this, from, from + count), at);
    return count;
  };

  prototype.swap16 = swap(2, "16");
  prototype.swap32 = swap(4, "32");
  prototype.swap64 = swap(8, "64");
}
