// @ts-check
// Buffers and views of byte streams.

import { viewClasses } from "../../shared/classes.js";
import {
  ArrayBuffer, bufferByteLength, bufferTransfer, dataViewBuffer, dataViewByteLength, dataViewByteOffset, isView, typedArrayBuffer,
  typedArrayByteLength, typedArrayByteOffset, typedArrayLength, typedArrayName, typedArraySet, TypeError, Uint8Array,
} from "../../shared/primordials.js";
import { isArrayBuffer, isDetached } from "../../shared/bytes.js";

/** @typedef {import("../../shared/classes.js").ViewClass} ViewClass */
/** @typedef {import("../../shared/primordials.js").TypedArray} TypedArray */

/**
 * @typedef {object} Region the place of a view
 * @property {ArrayBuffer} buffer
 * @property {number} byteOffset
 * @property {number} byteLength
 * @property {number} length in elements
 * @property {ViewClass} View
 * @property {number} elementSize in bytes
 */

/**
 * The place of a view, as it is now.
 *
 * @param {unknown} view
 * @param {string} method the name in the error for another value
 * @returns {Region}
 */
export function regionOf(view, method) {
  if (!isView(view)) throw new TypeError(`${method}: the argument must be a view on an ArrayBuffer`);
  const name = typedArrayName(view);
  if (name === undefined) {
    const buffer = dataViewBuffer(view);
    requireArrayBuffer(buffer, method);
    const byteLength = isDetached(buffer) ? 0 : dataViewByteLength(view);
    const byteOffset = isDetached(buffer) ? 0 : dataViewByteOffset(view);
    return { buffer, byteOffset, byteLength, length: byteLength, View: /** @type {ViewClass} */ (viewClasses.DataView), elementSize: 1 };
  }
  const array = /** @type {TypedArray} */ (view);
  const buffer = typedArrayBuffer(array);
  requireArrayBuffer(buffer, method);
  const length = typedArrayLength(array);
  const byteLength = typedArrayByteLength(array);
  const View = /** @type {ViewClass} */ (viewClasses[name]);
  return { buffer, byteOffset: typedArrayByteOffset(array), byteLength, length, View, elementSize: elementSizes[name] ?? 1 };
}

/** @type {{ readonly [name: string]: number | undefined }} */
const elementSizes = /** @type {*} */ ({
  __proto__: null, BigInt64Array: 8, BigUint64Array: 8, Float16Array: 2, Float32Array: 4, Float64Array: 8, Int16Array: 2, Int32Array: 4,
  Uint16Array: 2, Uint32Array: 4,
});

/**
 * @param {unknown} buffer
 * @param {string} method
 */
function requireArrayBuffer(buffer, method) {
  if (!isArrayBuffer(buffer)) throw new TypeError(`${method}: the memory of the view is shared`);
}

/**
 * Throws for a view without bytes, or without a buffer.
 *
 * @param {Region} region
 * @param {string} method
 */
export function requireBytes({ buffer, byteLength }, method) {
  if (isDetached(buffer)) throw new TypeError(`${method}: the buffer of the view is detached`);
  if (byteLength === 0) throw new TypeError(`${method}: the view has no bytes`);
  if (bufferByteLength(buffer) === 0) throw new TypeError(`${method}: the buffer of the view has no bytes`);
}

/**
 * Moves the bytes to a new buffer, so that the page cannot change them any more. Throws for a buffer that cannot be detached.
 *
 * @param {ArrayBuffer} buffer
 * @returns {ArrayBuffer}
 */
export function moveBuffer(buffer) {
  if (isDetached(buffer)) throw new TypeError("The buffer is detached");
  return bufferTransfer === undefined ? cloneBytes(buffer, 0, bufferByteLength(buffer)) : bufferTransfer(buffer);
}

/**
 * Copies bytes from one buffer to another.
 *
 * @param {ArrayBuffer} target
 * @param {number} at
 * @param {ArrayBuffer} source
 * @param {number} from
 * @param {number} count
 */
export function copyBytes(target, at, source, from, count) {
  typedArraySet(new Uint8Array(target), new Uint8Array(source, from, count), at);
}

/**
 * A copy of some bytes of a buffer, which has no code of a page run, as `slice` would.
 *
 * @param {ArrayBuffer} buffer
 * @param {number} from
 * @param {number} count
 */
export function cloneBytes(buffer, from, count) {
  const copy = new ArrayBuffer(count);
  copyBytes(copy, 0, buffer, from, count);
  return copy;
}
