// @ts-check
// Conversions of texts by the native side. It reads and writes bytes of ours only: the engine pins a buffer whose bytes native code
// has asked for, and a pinned one cannot be transferred.

import { typedArrayBuffer, typedArrayByteOffset, typedArrayLength, typedArraySet, Uint8Array } from "../../shared/primordials.js";
import { host } from "../host.js";

/** The number of bytes or characters up to which code of ours is faster than a call of the native side. */
export const SHORT = 16;

/** The number of bytes that are shared. Longer texts are converted piece by piece. */
export const SHARED = 32_768;

/** @type {Uint8Array | undefined} */
let shared;

/** The shared bytes; their contents last until the next conversion. `undefined` without a native side. */
export function sharedBytes() {
  if (shared === undefined && host.shareBytes !== undefined) {
    shared = new Uint8Array(SHARED);
    host.shareBytes(shared);
  }
  return shared;
}

/**
 * A view on the first shared bytes.
 *
 * @param {Uint8Array} bytes the shared ones
 * @param {number} length
 */
export const firstOf = (bytes, length) => new Uint8Array(typedArrayBuffer(bytes), 0, length);

/**
 * The text of some bytes in UTF-8. `undefined` where the native side cannot help: for no or few bytes, and for invalid ones if
 * these are an error.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {boolean} fatal
 */
export function decodeNatively(bytes, start, end, fatal) {
  const { decodeText } = host;
  const target = end - start > SHORT ? sharedBytes() : undefined;
  if (decodeText === undefined || target === undefined) return undefined;
  if (end <= SHARED && end - start === typedArrayLength(bytes)) {
    typedArraySet(target, bytes);
    return decodeText(end, fatal);
  }
  const buffer = typedArrayBuffer(bytes);
  const offset = typedArrayByteOffset(bytes);
  let text = "";
  while (start < end) {
    const limit = start + SHARED;
    const stop = limit < end ? completeLength(bytes, start, limit) : end;
    typedArraySet(target, new Uint8Array(buffer, offset + start, stop - start));
    const piece = decodeText(stop - start, fatal);
    if (piece === undefined) return undefined;
    text += piece;
    start = stop;
  }
  return text;
}

/**
 * The end of the last character that is complete before `end`, by the lengths that first bytes announce.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function completeLength(bytes, start, end) {
  for (let back = 1; back <= 3 && end - back >= start; back++) {
    const byte = /** @type {number} */ (bytes[end - back]);
    if (byte < 0x80) return end;
    if (byte >= 0xc0) return byte >= (back === 1 ? 0xc0 : back === 2 ? 0xe0 : 0xf0) ? end - back : end;
  }
  return end;
}

/**
 * The text whose characters have the codes of some bytes. `undefined` as above.
 * @param {Uint8Array} bytes
 */
export function decodeLatin1(bytes) {
  const { decodeBytes } = host;
  const length = typedArrayLength(bytes);
  const target = length > SHORT ? sharedBytes() : undefined;
  if (decodeBytes === undefined || target === undefined) return undefined;
  if (length <= SHARED) {
    typedArraySet(target, bytes);
    return decodeBytes(length);
  }
  const buffer = typedArrayBuffer(bytes);
  const offset = typedArrayByteOffset(bytes);
  let text = "";
  for (let start = 0; start < length; start += SHARED) {
    const count = length - start < SHARED ? length - start : SHARED;
    typedArraySet(target, new Uint8Array(buffer, offset + start, count));
    text += decodeBytes(count);
  }
  return text;
}
