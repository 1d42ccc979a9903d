// @ts-check
// Buffers and views, told apart by their brands and never by their properties.

import {
  DataViewOf,
  Uint8ArrayOf,
  arrayBufferByteLength,
  arrayBufferSlice,
  dataViewBuffer,
  dataViewByteLength,
  dataViewByteOffset,
  isView,
  list,
  typedArrayBuffer,
  typedArrayByteLength,
  typedArrayByteOffset,
  typedArrayName,
  typedArraySet,
  viewClasses,
} from "./primordials.js";
import { fromBase64, toBase64 } from "./base64.js";

/**
 * The class name under which bytes cross. Throws for a value that holds none.
 *
 * @param {unknown} value
 */
export const bytesName = (value) => {
  const name = typedArrayName(value);
  if (name !== undefined) return name;
  if (isView(value)) return "DataView";
  arrayBufferByteLength(value);
  return "ArrayBuffer";
};

/**
 * All bytes that the value shows. Throws when its buffer is detached.
 *
 * @param {unknown} value a buffer or view
 * @returns {Uint8Array}
 */
export const bytesOf = (value) => {
  if (!isView(value)) return new Uint8ArrayOf(/** @type {ArrayBuffer} */ (value));
  const isTyped = typedArrayName(value) !== undefined;
  const buffer = /** @type {ArrayBuffer} */ (isTyped ? typedArrayBuffer(value) : dataViewBuffer(value));
  const length = /** @type {number} */ (isTyped ? typedArrayByteLength(value) : dataViewByteLength(value));
  const offset = /** @type {number} */ (isTyped ? typedArrayByteOffset(value) : dataViewByteOffset(value));
  return new Uint8ArrayOf(buffer, offset, length);
};

/** @param {Uint8Array} bytes */
export const lengthOf = (bytes) => /** @type {number} */ (typedArrayByteLength(bytes));

/** @param {Uint8Array} bytes */
export const encodeBytes = (bytes) => toBase64(bytes, lengthOf(bytes));

/**
 * Copies of the bytes that values show, as plain buffers of just these.
 *
 * @param {unknown[]} attachments buffers and views
 * @returns {ArrayBuffer[]}
 */
export const copiesOf = (attachments) => {
  const copies = /** @type {ArrayBuffer[]} */ (list(attachments.length));
  for (let at = 0; at < attachments.length; at += 1) {
    const bytes = bytesOf(attachments[at]);
    const start = /** @type {number} */ (typedArrayByteOffset(bytes));
    copies[at] = /** @type {ArrayBuffer} */ (arrayBufferSlice(typedArrayBuffer(bytes), start, start + lengthOf(bytes)));
  }
  return copies;
};

/** More bytes than these are lent in buffers of their own. */
const MOST_SHARED = 1 << 20;
/** A buffer that bytes are lent in, again and again: a new one for each message costs more than the copying. */
let shared = new Uint8ArrayOf(0);

/**
 * The bytes that values show, for native code that copies them before it returns.
 *
 * Not in the values' own buffers: those that native code has looked at cannot be transferred any more.
 *
 * @param {unknown[]} attachments buffers and views
 * @returns {(ArrayBuffer | Uint8Array)[]}
 */
export const lend = (attachments) => {
  const views = /** @type {Uint8Array[]} */ (list(attachments.length));
  let total = 0;
  for (let at = 0; at < attachments.length; at += 1) {
    views[at] = bytesOf(attachments[at]);
    total += lengthOf(views[at]);
  }
  if (total > MOST_SHARED) return copiesOf(attachments);
  if (total > lengthOf(shared)) {
    let size = 4096;
    while (size < total) size *= 2;
    shared = new Uint8ArrayOf(size);
  }
  const buffer = /** @type {ArrayBuffer} */ (typedArrayBuffer(shared));
  for (let at = 0, start = 0; at < views.length; at += 1) {
    const length = lengthOf(views[at]);
    typedArraySet(shared, views[at], start);
    views[at] = new Uint8ArrayOf(buffer, start, length);
    start += length;
  }
  return views;
};

/**
 * The buffer as what its sender had: a view of class `name`, or the buffer itself.
 *
 * @param {unknown} buffer an `ArrayBuffer`, or a view that shows the bytes
 * @param {string} name
 * @returns {unknown} nothing when the bytes do not make up such a view
 */
export const viewOf = (buffer, name) => {
  if (isView(buffer)) return bytesName(buffer) === name ? buffer : undefined;
  if (name === "ArrayBuffer") return buffer;
  const View = name === "DataView" ? DataViewOf : viewClasses[name];
  if (View === undefined) return undefined;
  try {
    return new View(/** @type {ArrayBuffer} */ (buffer));
  } catch {
    return undefined; // A length that is no multiple of the element's size.
  }
};

/**
 * @param {string} text base64
 * @param {string} name
 */
export const decodeBytes = (text, name) => {
  const buffer = fromBase64(text);
  return buffer === undefined ? undefined : viewOf(buffer, name);
};
