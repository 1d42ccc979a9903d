// @ts-check
import {
  bufferByteLength, bufferDetached, dataViewBuffer, dataViewByteLength, dataViewByteOffset, isView, typedArrayBuffer,
  typedArrayByteLength, typedArrayByteOffset, typedArrayName, TypeError, Uint8Array,
} from "./primordials.js";

/** @typedef {import("./primordials.js").TypedArray} TypedArray */

/**
 * The bytes of a buffer or of a view on one, not copied.
 *
 * @param {unknown} source
 * @param {string} method the name in the error for a value without bytes
 * @returns {Uint8Array}
 */
export function bytesOf(source, method) {
  if (isView(source)) {
    if (typedArrayName(source) === undefined) {
      return new Uint8Array(dataViewBuffer(source), dataViewByteOffset(source), dataViewByteLength(source));
    }
    const array = /** @type {TypedArray} */ (source);
    return new Uint8Array(typedArrayBuffer(array), typedArrayByteOffset(array), typedArrayByteLength(array));
  }
  if (isArrayBuffer(source)) return new Uint8Array(source);
  throw new TypeError(`${method}: the argument must be an ArrayBuffer or a view on one`);
}

/**
 * @param {unknown} value
 * @returns {value is ArrayBuffer}
 */
export function isArrayBuffer(value) {
  if (typeof value !== "object" || value === null) return false;
  try {
    bufferByteLength(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the bytes of an `ArrayBuffer` were transferred.
 * @param {unknown} buffer
 */
export function isDetached(buffer) {
  return bufferDetached?.(buffer) === true;
}
