// @ts-check
// Buffers and views, distinguished by their internal slots and never by their properties.

import { fromBase64, toBase64 } from "../shared/base64.js";
import { bytesOf } from "../shared/bytes.js";
import { viewClasses } from "../shared/classes.js";
import { list } from "../shared/lists.js";
import {
  bufferByteLength, bufferSlice, isView, typedArrayBuffer, typedArrayByteLength, typedArrayByteOffset, typedArrayName,
  typedArraySet, Uint8Array,
} from "../shared/primordials.js";

/**
 * The class name with which bytes cross. Throws for any value other than a buffer or view.
 *
 * @param {unknown} value
 */
export const bytesName = (value) => {
  const name = typedArrayName(value);
  if (name !== undefined) return name;
  if (isView(value)) return "DataView";
  bufferByteLength(value);
  return "ArrayBuffer";
};

/** @param {Uint8Array} bytes */
export const lengthOf = (bytes) => /** @type {number} */ (typedArrayByteLength(bytes));

/** @param {Uint8Array} bytes */
export const encodeBytes = (bytes) => toBase64(bytes, lengthOf(bytes));

/**
 * Copies of the bytes of buffers and views, each in a buffer of exactly that size.
 *
 * @param {unknown[]} attachments buffers and views
 * @returns {ArrayBuffer[]}
 */
export const copiesOf = (attachments) => {
  const copies = /** @type {ArrayBuffer[]} */ (list(attachments.length));
  for (let at = 0; at < attachments.length; at += 1) {
    const bytes = bytesOf(attachments[at], "attachments");
    const start = /** @type {number} */ (typedArrayByteOffset(bytes));
    copies[at] = /** @type {ArrayBuffer} */ (bufferSlice(typedArrayBuffer(bytes), start, start + lengthOf(bytes)));
  }
  return copies;
};

/** More bytes than these are passed in buffers made for the message. */
const MOST_SHARED = 1 << 20;
/** A buffer that is reused to pass bytes: a new one for each message costs more than the copying. */
let shared = new Uint8Array(0);

/**
 * The bytes of buffers and views, for native code that copies them before it returns.
 *
 * They are copied out of the values' own buffers: a buffer that native code has accessed cannot be transferred any more.
 *
 * @param {unknown[]} attachments buffers and views
 * @returns {(ArrayBuffer | Uint8Array)[]}
 */
export const lend = (attachments) => {
  const views = /** @type {Uint8Array[]} */ (list(attachments.length));
  let total = 0;
  for (let at = 0; at < attachments.length; at += 1) {
    views[at] = bytesOf(attachments[at], "attachments");
    total += lengthOf(views[at]);
  }
  if (total > MOST_SHARED) return copiesOf(attachments);
  if (total > lengthOf(shared)) {
    let size = 4096;
    while (size < total) size *= 2;
    shared = new Uint8Array(size);
  }
  const buffer = /** @type {ArrayBuffer} */ (typedArrayBuffer(shared));
  for (let at = 0, start = 0; at < views.length; at += 1) {
    const length = lengthOf(views[at]);
    typedArraySet(shared, views[at], start);
    views[at] = new Uint8Array(buffer, start, length);
    start += length;
  }
  return views;
};

/**
 * The buffer as the value that the sender had: a view of class `name`, or the buffer itself.
 *
 * @param {unknown} buffer an `ArrayBuffer`, or a view of the bytes
 * @param {string} name
 * @returns {unknown} `undefined` when the bytes do not fit such a view
 */
export const viewOf = (buffer, name) => {
  if (isView(buffer)) return bytesName(buffer) === name ? buffer : undefined;
  if (name === "ArrayBuffer") return buffer;
  const View = viewClasses[name];
  if (View === undefined) return undefined;
  try {
    return new View(/** @type {ArrayBuffer} */ (buffer));
  } catch {
    return undefined; // The length is not a multiple of the size of an element.
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
