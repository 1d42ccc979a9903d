// @ts-check
import { classes } from "../classes.js";
import { nullPrototype } from "../../shared/define.js";
import {
  ArrayBuffer, bufferByteLength, bufferMaxByteLength, bufferResizable, bufferResize, bytesSet, construct, DataView,
  dataViewBuffer, dataViewByteLength, dataViewByteOffset, exec, typedArrayBuffer, typedArrayByteOffset, typedArrayLength,
  typedArrayName, typedArrayValues, Uint8Array,
} from "../../shared/primordials.js";

/** @typedef {import("../../shared/primordials.js").TypedArray} TypedArray */

/**
 * A buffer with the same bytes, that can grow as far.
 * @param {ArrayBuffer} buffer
 */
export function copyBuffer(buffer) {
  const length = bufferByteLength(buffer);
  const copy = bufferResizable?.(buffer)
    ? construct(ArrayBuffer, [length, nullPrototype({ maxByteLength: bufferMaxByteLength?.(buffer) })])
    : new ArrayBuffer(length);
  bytesSet(new Uint8Array(copy), new Uint8Array(buffer));
  return copy;
}

/**
 * Where a view lies, as long as its buffer has its bytes.
 *
 * @typedef {object} Place
 * @property {Function} type
 * @property {ArrayBuffer} buffer
 * @property {number} offset
 * @property {number | undefined} length in elements; `undefined` for a view that follows its buffer's length
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
  return { type: /** @type {Function} */ (classes[name]), buffer, offset: typedArrayByteOffset(array), length };
}

/**
 * The bytes of an element, which the name of the class tells in bits.
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
 * Whether the buffer of a view was made too short for it, or was detached.
 *
 * @param {object} view
 * @param {string | undefined} name
 */
function isOutOfBounds(view, name) {
  try {
    // Both throw for such a view, and the lengths of a typed array do not.
    if (name === undefined) dataViewByteLength(view);
    else typedArrayValues(/** @type {TypedArray} */ (view));
    return false;
  } catch {
    return true;
  }
}

/**
 * Whether a view has no length of its own, which the language does not tell: the buffer is made longer or shorter by an
 * element, and put back as it was. Nobody else can look at it meanwhile.
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
    // It is as long as it can be. A view without elements cannot become shorter, nor this buffer longer: it is one or the other.
    if (length === 0) return false;
    const end = offset + length * size;
    const tail = new Uint8Array(new ArrayBuffer(bytes - end + size));
    bytesSet(tail, new Uint8Array(buffer, end - size));
    bufferResize(buffer, end - size);
    const isInside = !isOutOfBounds(view, name);
    bufferResize(buffer, bytes);
    bytesSet(new Uint8Array(buffer, end - size), tail);
    return isInside;
  } catch {
    // A memory of WebAssembly's, which changes its length by its own rules only.
    return false;
  }
}
