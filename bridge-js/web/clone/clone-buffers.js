// @ts-check
import { viewClasses } from "../../shared/classes.js";
import { nullPrototype } from "../../shared/define.js";
import {
  ArrayBuffer, bufferByteLength, bufferMaxByteLength, bufferResizable, bufferResize, construct, DataView,
  dataViewBuffer, dataViewByteLength, dataViewByteOffset, exec, typedArrayBuffer, typedArrayByteOffset,
  typedArrayLength, typedArrayName, typedArraySet, typedArrayValues, Uint8Array,
} from "../../shared/primordials.js";

/** @typedef {import("../../shared/primordials.js").TypedArray} TypedArray */

/**
 * A buffer with the same bytes and the same maximum length.
 * @param {ArrayBuffer} buffer
 */
export function copyBuffer(buffer) {
  const length = bufferByteLength(buffer);
  const copy = bufferResizable?.(buffer)
    ? construct(ArrayBuffer, [length, nullPrototype({ maxByteLength: bufferMaxByteLength?.(buffer) })])
    : new ArrayBuffer(length);
  typedArraySet(new Uint8Array(copy), new Uint8Array(buffer));
  return copy;
}

/**
 * The position of a view in its buffer.
 *
 * @typedef {object} Place
 * @property {Function} type
 * @property {ArrayBuffer} buffer
 * @property {number} offset
 * @property {number | undefined} length in elements; `undefined` for a view that tracks the length of its buffer
 */

/**
 * @param {object} view a typed array or a `DataView`
 * @returns {Place | undefined} `undefined` for a view that lies outside of its buffer
 */
export function placeOf(view) {
  const name = typedArrayName(view);
  if (isOutOfBounds(view, name)) return undefined;
  if (name === undefined) {
    const buffer = dataViewBuffer(view);
    const length = isFollowing(view, name, buffer, 1) ? undefined : dataViewByteLength(view);
    return { type: DataView, buffer, offset: dataViewByteOffset(view), length };
  }
  const array = /** @type {TypedArray} */ (view);
  const buffer = typedArrayBuffer(array);
  const isLoose = isFollowing(view, name, buffer, elementSize(name));
  const length = isLoose ? undefined : typedArrayLength(array);
  return { type: /** @type {Function} */ (viewClasses[name]), buffer, offset: typedArrayByteOffset(array), length };
}

/**
 * The size of an element in bytes. The name of the class has it in bits.
 * @param {string} name
 */
function elementSize(name) {
  return +(exec(/[0-9]+/, name)?.[0] ?? 8) / 8;
}

/**
 * A view of the same kind on another buffer.
 * @param {ArrayBuffer} buffer
 * @param {Place} place
 * @returns {object}
 */
export function copyView(buffer, { type, offset, length }) {
  return construct(type, length === undefined ? [buffer, offset] : [buffer, offset, length]);
}

/**
 * Whether the buffer of a view became too short for it, or was detached.
 *
 * @param {object} view
 * @param {string | undefined} name
 */
function isOutOfBounds(view, name) {
  try {
    // Both throw for such a view; the lengths of a typed array do not.
    if (name === undefined) dataViewByteLength(view);
    else typedArrayValues(/** @type {TypedArray} */ (view));
    return false;
  } catch {
    return true;
  }
}

/**
 * Whether a view tracks the length of its buffer. The language has no function for that, so the buffer is made longer or
 * shorter by an element and then restored. No other code runs meanwhile.
 *
 * @param {object} view within its buffer
 * @param {string | undefined} name
 * @param {ArrayBuffer} buffer
 * @param {number} size of an element
 */
function isFollowing(view, name, buffer, size) {
  if (bufferResize === undefined || !bufferResizable?.(buffer)) return false;
  const lengthOf = () => (name === undefined ? dataViewByteLength(view) : typedArrayLength(/** @type {TypedArray} */ (view)));
  const length = lengthOf();
  const bytes = bufferByteLength(buffer);
  const offset = name === undefined ? dataViewByteOffset(view) : typedArrayByteOffset(/** @type {TypedArray} */ (view));
  if (length * size + offset + size <= bytes) return false;
  try {
    if (bytes + size <= /** @type {number} */ (bufferMaxByteLength?.(buffer))) {
      bufferResize(buffer, bytes + size);
      const isLonger = lengthOf() > length;
      bufferResize(buffer, bytes);
      return isLonger;
    }
    // It has its maximum length. A view without elements cannot become shorter, and the buffer cannot become longer: both answers fit.
    if (length === 0) return false;
    const end = offset + length * size;
    const tail = new Uint8Array(new ArrayBuffer(bytes - end + size));
    typedArraySet(tail, new Uint8Array(buffer, end - size));
    bufferResize(buffer, end - size);
    const isInside = !isOutOfBounds(view, name);
    bufferResize(buffer, bytes);
    typedArraySet(new Uint8Array(buffer, end - size), tail);
    return isInside;
  } catch {
    // A memory of WebAssembly, which changes its length by its own rules only.
    return false;
  }
}
