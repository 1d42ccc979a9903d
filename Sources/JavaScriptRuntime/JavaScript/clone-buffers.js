// @ts-check
import { classes } from "./classes.js";
import {
  ArrayBuffer, bufferByteLength, bytesSet, construct, DataView, dataViewByteLength, dataViewByteOffset,
  typedArrayByteOffset, typedArrayLength, typedArrayName, Uint8Array,
} from "./primordials.js";

/** @typedef {import("./primordials.js").TypedArray} TypedArray */

/** @param {ArrayBuffer} buffer */
export function copyBuffer(buffer) {
  const copy = new ArrayBuffer(bufferByteLength(buffer));
  bytesSet(new Uint8Array(copy), new Uint8Array(buffer));
  return copy;
}

/**
 * A typed array of the same kind and place on another buffer.
 * @param {TypedArray} array
 * @param {ArrayBuffer} buffer
 */
export function copyTypedArray(array, buffer) {
  const constructor = /** @type {Function} */ (classes[/** @type {string} */ (typedArrayName(array))]);
  return construct(constructor, [buffer, typedArrayByteOffset(array), typedArrayLength(array)]);
}

/**
 * @param {object} view
 * @param {ArrayBuffer} buffer
 */
export function copyDataView(view, buffer) {
  return new DataView(buffer, dataViewByteOffset(view), dataViewByteLength(view));
}
