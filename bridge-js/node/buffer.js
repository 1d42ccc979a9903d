// @ts-check
// The module `buffer`: arrays of bytes with the methods of Node's.

import * as base64 from "#deferred/web/encoding/base64.js";
import * as blobs from "#deferred/web/files/blob.js";
import * as inspector from "#deferred/web/inspect/inspector.js";
import { bytesOf, isArrayBuffer, isDetached } from "../shared/bytes.js";
import { defineAccessor, defineHidden, nullPrototype } from "../shared/define.js";
import {
  Error, isArray, isView, min, numberToString, objectKeys, RangeError, setPrototypeOf, SharedArrayBuffer, stringSlice, symbolFor,
  symbolSpecies, symbolToPrimitive, typedArrayName, typedArraySet, Uint8Array,
} from "../shared/primordials.js";
import { defineBytes, fillBuffer } from "./buffer-bytes.js";
import { byteLength, decode, encode, encodingOf, requireEncoding, subarray, write } from "./buffer-encodings.js";
import { nameMethods } from "./naming.js";
import { defineNumbers } from "./buffer-numbers.js";
import { compareBytes, defineSearch, isBytes } from "./buffer-search.js";
import { invalidArgType, nodeError, validateInteger, validateNumber } from "./errors.js";

const LONGEST = 2 ** 32;
/** The engine's own limit. */
const LONGEST_TEXT = 2 ** 31 - 1;

class FastBuffer extends Uint8Array {
  constructor(buffer, offset, length) {
    super(buffer, offset, length);
  }
}

/**
 * Makes a buffer as `from` and `alloc` do; callable without `new`.
 *
 * @param {any} value
 * @param {any} [encodingOrOffset]
 * @param {any} [length]
 * @returns {any}
 */
export function Buffer(value, encodingOrOffset, length) {
  if (typeof value === "number") {
    if (typeof encodingOrOffset === "string") throw invalidArgType("string", "string", value);
    return statics.alloc(value);
  }
  return statics.from(value, encodingOrOffset, length);
}

Buffer.prototype = FastBuffer.prototype;
defineHidden(FastBuffer.prototype, "constructor", Buffer);
setPrototypeOf(Buffer, Uint8Array);
defineAccessor(Buffer, symbolSpecies, () => FastBuffer);

const make = (length) => new FastBuffer(length, undefined, undefined);
/** A buffer over the bytes of an array of our own. */
const wrap = (bytes) => new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const prototype = /** @type {any} */ (FastBuffer.prototype);
const statics = /** @type {any} */ (Buffer);

const checkSize = (size) => validateNumber(size, "size", 0, LONGEST);

statics.poolSize = 8 * 1024;

statics.from = function from(value, encodingOrOffset, length) {
  if (typeof value === "string") return fromText(value, encodingOrOffset);
  if (typeof value === "object" && value !== null) {
    if (isArrayBuffer(value) || isShared(value)) return fromArrayBuffer(value, encodingOrOffset, length);
    const primitive = value.valueOf?.();
    if (primitive !== undefined && primitive !== null && primitive !== value && (typeof primitive === "string" || typeof primitive === "object")) {
      return from(primitive, encodingOrOffset, length);
    }
    const made = fromObject(value);
    if (made !== undefined) return made;
    if (typeof value[symbolToPrimitive] === "function") {
      const text = value[symbolToPrimitive]("string");
      if (typeof text === "string") return fromText(text, encodingOrOffset);
    }
  }
  throw invalidArgType("first argument", ["string", "Buffer", "ArrayBuffer", "Array", "Array-like Object"], value);
};

const isShared = (value) => SharedArrayBuffer !== undefined && value instanceof SharedArrayBuffer;

function fromText(text, name) {
  if (typeof name !== "string" || name.length === 0) return wrap(encode(text, "utf8"));
  return wrap(encode(text, requireEncoding(name)));
}

function fromArrayBuffer(buffer, offset, length) {
  let start = 0;
  if (offset !== undefined) {
    start = +offset;
    if (start !== start) start = 0;
  }
  const most = buffer.byteLength - start;
  if (most < 0) throw nodeError(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", '"offset" is outside of buffer bounds');
  let count = most;
  if (length !== undefined) {
    count = +length;
    if (!(count > 0)) count = 0;
    else if (count > most) throw nodeError(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", '"length" is outside of buffer bounds');
  }
  return new FastBuffer(buffer, start, count);
}

function fromObject(value) {
  if (value.length !== undefined || isArrayBuffer(value.buffer)) {
    if (typeof value.length !== "number") return make(0);
    return fromList(value);
  }
  if (value.type === "Buffer" && isArray(value.data)) return fromList(value.data);
  return undefined;
}

function fromList(list) {
  if (!(list.length > 0)) return make(0);
  const buffer = make(list.length);
  if (typedArrayName(list) !== undefined) typedArraySet(buffer, list, 0);
  else for (let i = 0; i < buffer.length; i++) buffer[i] = list[i];
  return buffer;
}

statics.copyBytesFrom = function copyBytesFrom(view, offset, length) {
  if (typedArrayName(view) === undefined) throw invalidArgType("view", ["TypedArray"], view);
  if (view.length === 0) return make(0);
  if (offset !== undefined || length !== undefined) {
    if (offset !== undefined) {
      validateInteger(offset, "offset", 0);
      if (offset >= view.length) return make(0);
    }
    if (length !== undefined) validateInteger(length, "length", 0);
    const start = offset ?? 0;
    return fromList(bytesOf(subarray(view, start, length === undefined ? view.length : start + length), "Buffer.copyBytesFrom"));
  }
  return fromList(bytesOf(view, "Buffer.copyBytesFrom"));
};

statics.of = function of(...items) {
  return fromList(items);
};

statics.alloc = function alloc(size, fill, encoding) {
  checkSize(size);
  const buffer = make(size);
  if (fill !== undefined && fill !== 0 && size > 0) fillBuffer(buffer, fill, 0, buffer.length, encoding);
  return buffer;
};
statics.allocUnsafe = function allocUnsafe(size) {
  checkSize(size);
  return make(size);
};
statics.allocUnsafeSlow = function allocUnsafeSlow(size) {
  checkSize(size);
  return make(size);
};

statics.isBuffer = function isBuffer(value) {
  return value instanceof Buffer;
};
statics.isEncoding = function isEncoding(name) {
  return typeof name === "string" && name.length !== 0 && encodingOf(name) !== undefined;
};

statics.byteLength = function (text, name) {
  if (typeof text !== "string") {
    if (isView(text) || isArrayBuffer(text) || isShared(text)) return text.byteLength;
    throw invalidArgType("string", ["string", "Buffer", "ArrayBuffer"], text);
  }
  return byteLength(text, encodingOf(name) ?? "utf8");
};

statics.compare = function compare(a, b) {
  if (!isBytes(a)) throw invalidArgType("buf1", ["Buffer", "Uint8Array"], a);
  if (!isBytes(b)) throw invalidArgType("buf2", ["Buffer", "Uint8Array"], b);
  return a === b ? 0 : compareBytes(a, b);
};

statics.concat = function concat(list, length) {
  if (!isArray(list)) throw invalidArgType("list", "Array", list);
  if (list.length === 0) return make(0);
  let total = 0;
  if (length === undefined) {
    for (let i = 0; i < list.length; i++) if (list[i]?.length) total += list[i].length;
  } else {
    validateInteger(length, "length", 0);
    total = length;
  }
  const buffer = make(total);
  let at = 0;
  for (let i = 0; i < list.length; i++) {
    const part = list[i];
    if (!isBytes(part)) throw invalidArgType(`list[${i}]`, ["Buffer", "Uint8Array"], part);
    const fits = /** @type {any} */ (part).length <= total - at ? part : subarray(part, 0, total - at);
    typedArraySet(buffer, fits, at);
    at += fits.length;
  }
  return buffer;
};

defineAccessor(prototype, "parent", /** @this {any} */ function () { return this instanceof Buffer ? this.buffer : undefined; });
defineAccessor(prototype, "offset", /** @this {any} */ function () { return this instanceof Buffer ? this.byteOffset : undefined; });

prototype.toString = function toString(encoding, start, end) {
  if (arguments.length === 0) return decode(this, "utf8");
  const { length } = this;
  let from = 0;
  if (start > 0) from = start >= length ? length : start | 0;
  const to = end === undefined || end > length ? length : end | 0;
  if (to <= from) return "";
  const name = encoding === undefined ? "utf8" : requireEncoding(encoding, true);
  return decode(from === 0 && to === length ? this : subarray(this, from, to), name);
};
prototype.toLocaleString = prototype.toString;

prototype.equals = function equals(other) {
  if (!isBytes(other)) throw invalidArgType("otherBuffer", ["Buffer", "Uint8Array"], other);
  return this === other || (this.byteLength === other.byteLength && compareBytes(this, other) === 0);
};

const HEX = (byte) => (byte < 16 ? "0" : "") + numberToString(byte, 16);

prototype[symbolFor("nodejs.util.inspect.custom")] = function inspect(_, context) {
  const most = buffer.INSPECT_MAX_BYTES;
  const shown = min(most, this.length);
  let text = "";
  for (let i = 0; i < shown; i++) text += (i === 0 ? "" : " ") + HEX(this[i]);
  const rest = this.length - most;
  if (rest > 0) text += ` ... ${rest} more byte${rest > 1 ? "s" : ""}`;
  const extra = nullPrototype({});
  let count = 0;
  const keys = objectKeys(this);
  for (let i = this.length; i < keys.length; i++) {
    extra[keys[i]] = this[keys[i]];
    count += 1;
  }
  if (count > 0) {
    const inspected = inspector.inspect(extra, { ...context, breakLength: Infinity, compact: true });
    text += `${this.length === 0 ? "" : ", "}${stringSlice(inspected, 27, -2)}`;
  }
  return `<${this.constructor.name} ${text}>`;
};
prototype.inspect = prototype[symbolFor("nodejs.util.inspect.custom")];

prototype.write = function (text, offset, length, encoding) {
  let start = offset;
  let count = length;
  let name = encoding;
  if (typeof text !== "string") throw invalidArgType("argument", "string", text);
  if (start === undefined) return write(this, text, "utf8");
  if (count === undefined && typeof start === "string") {
    name = start;
    count = this.length;
    start = 0;
  } else {
    validateInteger(start, "offset", 0, this.length);
    const room = this.length - start;
    if (count === undefined) {
      count = room;
    } else if (typeof count === "string") {
      name = count;
      count = room;
    } else {
      validateInteger(count, "length", 0, this.length);
      if (count > room) count = room;
    }
  }
  return write(subarray(this, start, start + count), text, name ? requireEncoding(name) : "utf8");
};

prototype.toJSON = function toJSON() {
  const data = [];
  for (let i = 0; i < this.length; i++) data[i] = this[i];
  return { type: "Buffer", data };
};

prototype.subarray = function (start, end) {
  const { length } = this;
  const index = (value, fallback) => {
    if (value === undefined) return fallback;
    const number = +value;
    if (number !== number || number === 0) return 0;
    const whole = number < 0 ? -(-number - (-number % 1)) : number - (number % 1);
    return whole < 0 ? (whole + length > 0 ? whole + length : 0) : min(whole, length);
  };
  const from = index(start, 0);
  const to = index(end, length);
  return new FastBuffer(this.buffer, this.byteOffset + from, to > from ? to - from : 0);
};
prototype.slice = function slice(start, end) {
  return this.subarray(start, end);
};

defineBytes(prototype);
defineNumbers(prototype);
defineSearch(prototype);

nameMethods(prototype);
nameMethods(statics);

/** The bytes of an argument that was not transferred. */
function checkedBytes(input) {
  if (typedArrayName(input) === undefined && !isArrayBuffer(input)) throw invalidArgType("input", ["TypedArray", "Buffer"], input);
  if (isDetached(isArrayBuffer(input) ? input : input.buffer)) throw nodeError(Error, "ERR_INVALID_STATE", "Invalid state: Cannot validate on a detached buffer");
  return bytesOf(input, "buffer");
}

/** @type {any} */
export const buffer = {
  Buffer,
  SlowBuffer: function SlowBuffer(size) {
    checkSize(size);
    return make(size);
  },
  transcode(source, from, to) {
    if (!isBytes(source)) throw invalidArgType("source", ["Buffer", "Uint8Array"], source);
    const a = encodingOf(from);
    const b = encodingOf(to);
    if (a === undefined || b === undefined) throw nodeError(Error, "U_ILLEGAL_ARGUMENT_ERROR", "Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]");
    return statics.from(decode(source, a), b);
  },
  get Blob() {
    return blobs.Blob;
  },
  get File() {
    return blobs.File;
  },
  kMaxLength: LONGEST,
  kStringMaxLength: LONGEST_TEXT,
  btoa: (text) => base64.btoa(text),
  atob: (text) => base64.atob(text),
  constants: { MAX_LENGTH: LONGEST, MAX_STRING_LENGTH: LONGEST_TEXT },
  INSPECT_MAX_BYTES: 50,
  isAscii: (input) => {
    const bytes = checkedBytes(input);
    for (let i = 0; i < bytes.length; i++) if (bytes[i] > 127) return false;
    return true;
  },
  isUtf8: (input) => {
    const bytes = checkedBytes(input);
    return compareBytes(encode(decode(bytes, "utf8"), "utf8"), bytes) === 0;
  },
};
