// @ts-check
import { classes } from "./classes.js";
import {
  ArrayBuffer, bufferByteLength, bytesSet, construct, DataView, dataViewBuffer, dataViewByteLength, dataViewByteOffset,
  typedArrayBuffer, typedArrayByteOffset, typedArrayLength, typedArrayName, Uint8Array,
} from "./primordials.js";

/** @typedef {import("./primordials.js").TypedArray} TypedArray */

/** @param {ArrayBuffer} buffer */
export function copyBuffer(buffer) {
  const copy = new ArrayBuffer(bufferByteLength(buffer));
  bytesSet(new Uint8Array(copy), new Uint8Array(buffer));
  return copy;
}

/**
 * Where a view lies, as long as its buffer has its bytes.
 * @typedef {{ buffer: ArrayBuffer, offset: number, length: number }} Place
 */

/**
 * @param {object} view a typed array or a `DataView`
 * @returns {Place}
 */
export function placeOf(view) {
  if (typedArrayName(view) === undefined) {
    return { buffer: dataViewBuffer(view), offset: dataViewByteOffset(view), length: dataViewByteLength(view) };
  }
  const array = /** @type {TypedArray} */ (view);
  return { buffer: typedArrayBuffer(array), offset: typedArrayByteOffset(array), length: typedArrayLength(array) };
}

/**
 * A view of the same kind on another buffer.
 * @param {object} view
 * @param {ArrayBuffer} buffer
 * @param {Place} place
 * @returns {object}
 */
export function copyView(view, buffer, { offset, length }) {
  const name = typedArrayName(view);
  return name === undefined
    ? new DataView(buffer, offset, length)
    : construct(/** @type {Function} */ (classes[name]), [buffer, offset, length]);
}
