// @ts-check
// Comparing and searching bytes, and the methods named for one encoding.

import { defineHidden } from "../shared/define.js";
import { isView, min, TypeError, typedArrayName, Uint8Array } from "../shared/primordials.js";
import { decode, encode, encodingOf, subarray, write } from "./buffer-encodings.js";
import { invalidArgType, nodeError } from "./errors.js";

export const isBytes = (value) => typedArrayName(value) === "Uint8Array";

/** -1, 0 or 1, as strings are ordered. */
export function compareBytes(a, b) {
  const length = min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
  return a.length < b.length ? -1 : a.length > b.length ? 1 : 0;
}

/** The index of the bytes in a buffer; `step` is 2 for UTF-16, where only even places count. */
function find(buffer, wanted, from, isForward, step) {
  const last = buffer.length - wanted.length;
  let at = from;
  if (!isForward && at > last) at = last;
  if (step === 2 && at % 2 !== 0) at += isForward ? 1 : -1;
  for (; isForward ? at <= last : at >= 0; at += isForward ? step : -step) {
    let i = 0;
    while (i < wanted.length && buffer[at + i] === wanted[i]) i += 1;
    if (i === wanted.length) return at;
  }
  return -1;
}

function search(buffer, value, givenOffset, givenEncoding, isForward) {
  let offset = givenOffset;
  let encoding = givenEncoding;
  if (typeof offset === "string") {
    encoding = offset;
    offset = undefined;
  } else if (offset > 0x7fffffff) {
    offset = 0x7fffffff;
  } else if (offset < -0x80000000) {
    offset = -0x80000000;
  }
  offset = +offset;
  if (offset !== offset) offset = isForward ? 0 : buffer.length;
  offset = offset < 0 ? -(-offset - (-offset % 1)) : offset - (offset % 1);
  if (!isView(buffer)) throw invalidArgType("buffer", ["Buffer", "TypedArray", "DataView"], buffer);
  const { length } = /** @type {any} */ (buffer);
  let wanted;
  let step = 1;
  if (typeof value === "number") {
    wanted = new Uint8Array(1);
    wanted[0] = value;
  } else {
    let name = "utf8";
    if (encoding !== undefined) name = encodingOf(encoding) ?? "";
    if (typeof value === "string") {
      if (name === "") throw nodeError(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);
      wanted = encode(value, name);
    } else if (isBytes(value)) {
      wanted = value;
    } else {
      throw invalidArgType("value", ["number", "string", "Buffer", "Uint8Array"], value);
    }
    if (name === "utf16le") step = 2;
  }
  let start = offset < 0 ? offset + length : offset;
  if (start < 0) {
    if (!isForward) return -1;
    start = 0;
  }
  if (start > length) {
    if (isForward && wanted.length > 0) return -1;
    start = length;
  }
  if (wanted.length === 0) return start;
  if (length === 0 || wanted.length > length || (step === 2 && (wanted.length < 2 || length < 2))) return -1;
  return find(buffer, wanted, start, isForward, step);
}

export function defineSearch(prototype) {
  prototype.indexOf = function indexOf(value, offset, encoding) {
    return search(this, value, offset, encoding, true);
  };
  prototype.lastIndexOf = function lastIndexOf(value, offset, encoding) {
    return search(this, value, offset, encoding, false);
  };
  prototype.includes = function includes(value, offset, encoding) {
    return search(this, value, offset, encoding, true) !== -1;
  };
  const named = { __proto__: null, ascii: "ascii", base64: "base64", base64url: "base64url", latin1: "latin1", hex: "hex", ucs2: "utf16le", utf8: "utf8" };
  for (const name in named) {
    const encoding = named[name];
    const slice = function (start = 0, end = this.length) {
      return decode(subarray(this, start, end), encoding);
    };
    const put = function (text, offset = 0, length = this.length - offset) {
      return write(subarray(this, offset, offset + length), text, encoding);
    };
    defineHidden(slice, "name", `${name}Slice`);
    defineHidden(put, "name", `${name}Write`);
    prototype[`${name}Slice`] = slice;
    prototype[`${name}Write`] = put;
  }
}
