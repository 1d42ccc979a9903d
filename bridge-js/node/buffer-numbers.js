// @ts-check
// Numbers in buffers: the methods `readInt32LE`, `writeDoubleBE` and so on.

import { defineHidden } from "../shared/define.js";
import { BigInt, Float32Array, Float64Array, floor, RangeError, Uint8Array } from "../shared/primordials.js";
import { invalidArgType, nodeError, outOfRange } from "./errors.js";

const single = new Float32Array(1);
const double = new Float64Array(1);
const singleBytes = new Uint8Array(single.buffer);
const doubleBytes = new Uint8Array(double.buffer);

/** Throws for an offset at which `size` bytes do not lie in the buffer. */
function checkOffset(buffer, offset, size) {
  if (typeof offset !== "number") throw invalidArgType("offset", "number", offset);
  const last = buffer.length - size;
  if (offset >= 0 && offset <= last && offset % 1 === 0) return;
  if (floor(offset) !== offset) throw outOfRange("offset", "an integer", offset);
  if (last < 0) throw nodeError(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", "Attempt to access memory outside buffer bounds");
  throw outOfRange("offset", `>= 0 and <= ${last}`, offset);
}

function checkSize(size) {
  if (size === undefined) throw invalidArgType("byteLength", "number", size);
  if (typeof size !== "number") throw invalidArgType("byteLength", "number", size);
  if (floor(size) !== size) throw outOfRange("byteLength", "an integer", size);
  if (size < 1 || size > 6) throw outOfRange("byteLength", ">= 1 and <= 6", size);
}

function checkValue(value, low, high, size) {
  if (value >= low && value <= high) return;
  if (value !== value) return;
  const n = typeof value === "bigint" ? "n" : "";
  const bits = size * 8;
  if (size <= 4 && n === "") throw outOfRange("value", `>= ${low} and <= ${high}`, value);
  throw outOfRange("value", low === 0 || low === 0n ? `>= 0${n} and < 2${n} ** ${bits}${n}` : `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}`, value);
}

const at = (offset, size, index, isLittle) => (isLittle ? offset + index : offset + size - 1 - index);

function readUnsigned(buffer, offset, size, isLittle) {
  checkOffset(buffer, offset, size);
  let value = 0;
  for (let i = size - 1; i >= 0; i--) value = value * 256 + buffer[at(offset, size, i, isLittle)];
  return value;
}

function readSigned(buffer, offset, size, isLittle) {
  const value = readUnsigned(buffer, offset, size, isLittle);
  const limit = 2 ** (size * 8);
  return value >= limit / 2 ? value - limit : value;
}

function writeNumber(buffer, given, offset, size, isLittle, isSigned) {
  const value = +given;
  const limit = 2 ** (size * 8);
  checkValue(value, isSigned ? -limit / 2 : 0, (isSigned ? limit / 2 : limit) - 1, size);
  checkOffset(buffer, offset, size);
  let rest = value < 0 ? limit + (value % 1 === 0 ? value : -floor(-value)) : value === value ? floor(value) : 0;
  for (let i = 0; i < size; i++) {
    buffer[at(offset, size, i, isLittle)] = rest % 256;
    rest = floor(rest / 256);
  }
  return offset + size;
}

function readBig(buffer, offset, isLittle, isSigned) {
  checkOffset(buffer, offset, 8);
  let value = 0n;
  for (let i = 7; i >= 0; i--) value = value * 256n + BigInt(buffer[at(offset, 8, i, isLittle)]);
  return isSigned && value >= 2n ** 63n ? value - 2n ** 64n : value;
}

function writeBig(buffer, value, offset, isLittle, isSigned) {
  if (typeof value !== "bigint") throw invalidArgType("value", "bigint", value);
  checkValue(value, isSigned ? -(2n ** 63n) : 0n, (isSigned ? 2n ** 63n : 2n ** 64n) - 1n, 8);
  checkOffset(buffer, offset, 8);
  let rest = value < 0n ? value + 2n ** 64n : value;
  for (let i = 0; i < 8; i++) {
    buffer[at(offset, 8, i, isLittle)] = +`${rest % 256n}`;
    rest /= 256n;
  }
  return offset + 8;
}

function readFloat(buffer, offset, bytes, values, isLittle) {
  const size = bytes.length;
  checkOffset(buffer, offset, size);
  for (let i = 0; i < size; i++) bytes[i] = buffer[at(offset, size, i, isLittle)];
  return values[0];
}

function writeFloat(buffer, value, offset, bytes, values, isLittle) {
  const size = bytes.length;
  values[0] = value;
  checkOffset(buffer, offset, size);
  for (let i = 0; i < size; i++) buffer[at(offset, size, i, isLittle)] = bytes[i];
  return offset + size;
}

/** @param {object} prototype */
export function defineNumbers(prototype) {
  const define = (name, method) => {
    defineHidden(method, "name", name);
    prototype[name] = method;
  };
  for (let order = 0; order < 2; order++) {
    const isLittle = order === 0;
    const end = isLittle ? "LE" : "BE";
    for (let size = 1; size <= 4; size *= 2) {
      if (size === 1 && order > 0) continue;
      const suffix = size === 1 ? "8" : `${size * 8}${end}`;
      const readU = function (offset = 0) { return readUnsigned(this, offset, size, isLittle); };
      const writeU = function (value, offset = 0) { return writeNumber(this, value, offset, size, isLittle, false); };
      define(`readUInt${suffix}`, readU);
      define(`writeUInt${suffix}`, writeU);
      prototype[`readUint${suffix}`] = readU;
      prototype[`writeUint${suffix}`] = writeU;
      define(`readInt${suffix}`, function (offset = 0) { return readSigned(this, offset, size, isLittle); });
      define(`writeInt${suffix}`, function (value, offset = 0) { return writeNumber(this, value, offset, size, isLittle, true); });
    }
    const readU = function (offset, size) {
      if (offset === undefined) throw invalidArgType("offset", "number", offset);
      checkSize(size);
      return readUnsigned(this, offset, size, isLittle);
    };
    const writeU = function (value, offset, size) {
      checkSize(size);
      return writeNumber(this, value, offset, size, isLittle, false);
    };
    define(`readUInt${end}`, readU);
    define(`writeUInt${end}`, writeU);
    prototype[`readUint${end}`] = readU;
    prototype[`writeUint${end}`] = writeU;
    define(`readInt${end}`, function (offset, size) {
      if (offset === undefined) throw invalidArgType("offset", "number", offset);
      checkSize(size);
      return readSigned(this, offset, size, isLittle);
    });
    define(`writeInt${end}`, function (value, offset, size) {
      checkSize(size);
      return writeNumber(this, value, offset, size, isLittle, true);
    });
    const readB = function (offset = 0) { return readBig(this, offset, isLittle, false); };
    const writeB = function (value, offset = 0) { return writeBig(this, value, offset, isLittle, false); };
    define(`readBigUInt64${end}`, readB);
    define(`writeBigUInt64${end}`, writeB);
    prototype[`readBigUint64${end}`] = readB;
    prototype[`writeBigUint64${end}`] = writeB;
    define(`readBigInt64${end}`, function (offset = 0) { return readBig(this, offset, isLittle, true); });
    define(`writeBigInt64${end}`, function (value, offset = 0) { return writeBig(this, value, offset, isLittle, true); });
    define(`readFloat${end}`, function (offset = 0) { return readFloat(this, offset, singleBytes, single, isLittle); });
    define(`writeFloat${end}`, function (value, offset = 0) { return writeFloat(this, value, offset, singleBytes, single, isLittle); });
    define(`readDouble${end}`, function (offset = 0) { return readFloat(this, offset, doubleBytes, double, isLittle); });
    define(`writeDouble${end}`, function (value, offset = 0) { return writeFloat(this, value, offset, doubleBytes, double, isLittle); });
  }
}
