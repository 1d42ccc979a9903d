// @ts-check
// UTF-8 to text by the native side: one call copies the bytes and makes the string.

import { typedArrayBuffer, typedArrayByteOffset, typedArrayLength, Uint8Array } from "../../shared/primordials.js";
import { host } from "../host.js";

/** The number of bytes up to which code of ours is faster than a call of the native side. */
export const SHORT = 16;

/** The number of bytes of one call: longer strings are made piece by piece, in memory that the engine already has. */
const PIECE = 131_072;

/**
 * The text of some bytes. `undefined` where the native side cannot help: for no or few bytes, and for invalid ones if these are
 * an error.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {boolean} fatal
 */
export function decodeNatively(bytes, start, end, fatal) {
  const { decodeText } = host;
  if (decodeText === undefined || end - start <= SHORT) return undefined;
  if (end - start === typedArrayLength(bytes) && end <= PIECE) return decodeText(bytes, fatal);
  const buffer = typedArrayBuffer(bytes);
  const offset = typedArrayByteOffset(bytes);
  let text = "";
  while (start < end) {
    const limit = start + PIECE;
    const stop = limit < end ? completeLength(bytes, start, limit) : end;
    const piece = decodeText(new Uint8Array(buffer, offset + start, stop - start), fatal);
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
