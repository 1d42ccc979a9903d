// @ts-check
import {
  ArrayBuffer, bufferByteLength, bytesSet, construct, DataView, dataViewByteLength, dataViewByteOffset, Map, mapGet,
  mapSet, typedArrayByteOffset, typedArrayLength, typedArrayName, Uint8Array,
} from "./primordials.js";

/** @typedef {import("./primordials.js").TypedArray} TypedArray */

/** @type {Map<string, Function>} */
const constructors = new Map();
const names = [
  "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
  "Float16Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
];
for (const name of names) {
  const constructor = /** @type {{ [name: string]: unknown }} */ (/** @type {unknown} */ (globalThis))[name];
  if (typeof constructor === "function") mapSet(constructors, name, constructor);
}

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
  const constructor = /** @type {Function} */ (mapGet(constructors, /** @type {string} */ (typedArrayName(array))));
  return construct(constructor, [buffer, typedArrayByteOffset(array), typedArrayLength(array)]);
}

/**
 * @param {object} view
 * @param {ArrayBuffer} buffer
 */
export function copyDataView(view, buffer) {
  return new DataView(buffer, dataViewByteOffset(view), dataViewByteLength(view));
}
