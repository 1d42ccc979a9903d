// @ts-check
// The native side of `crypto.subtle`: every operation is one call, which settles one promise.

import { nullPrototype } from "../../shared/define.js";
import { min, typedArrayBuffer, typedArrayByteOffset, typedArrayLength, Uint8Array } from "../../shared/primordials.js";
import { DOMException } from "../errors/dom-exception.js";
import { host } from "../host.js";

/** @typedef {object} KeyHandle stands for a key in Swift; only native code makes one, and reads it */

/**
 * The public properties of a `CryptoKey`.
 *
 * @typedef {object} KeyDescription
 * @property {string} type
 * @property {boolean} extractable
 * @property {string[]} usages
 * @property {{ name: string, hash?: { name: string }, namedCurve?: string, length?: number, publicExponent?: number[] | Uint8Array }} algorithm
 */

/**
 * @typedef {object} Request
 * @property {string} [name] the algorithm
 * @property {string} [hash]
 * @property {number} [number] bits of a counter or a tag, bytes of a salt or of a message in pieces, iterations
 * @property {KeyHandle} [key]
 * @property {KeyHandle} [other] the public key of a key agreement, or the key to wrap
 * @property {Uint8Array | string | object} [data] the message, its pieces, or the data of a key
 * @property {Uint8Array} [second] initialization vector, counter, label, salt or signature
 * @property {Uint8Array} [third] additional data or info
 * @property {string} [format]
 * @property {number} [bits] how many to derive
 * @property {Target} [target] the key to make
 */

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} [hash]
 * @property {string} [curve]
 * @property {number} [length] in bits
 * @property {boolean} extractable
 * @property {string} usages separated by commas
 */

/** @typedef {(value: *, second?: *, third?: *, fourth?: *) => void} Settle */
/** @typedef {(settle: Settle, ...values: unknown[]) => string | undefined} Run */

/**
 * @typedef {object} Native
 * @property {Run} run starts an operation; returns the name of the limit that it would exceed
 * @property {() => object} open begins a message in pieces, which is passed as `data`
 * @property {(piece: Uint8Array) => void} add adds a piece to it
 * @property {() => void} close ends it
 */

const native = /** @type {Native} */ (host.extensions?.crypto?.() ?? {});
const { add, close, open, run } = native;

/** The length of a piece. */
const pieceLength = 1 << 20;

/**
 * Computes a digest. A long message is copied in pieces, so that the native side begins with the first one at once.
 *
 * @param {string} hash
 * @param {Uint8Array} bytes of a page, which are copied
 * @param {(error: unknown) => void} reject
 * @param {Settle} settle
 */
export function startDigest(hash, bytes, reject, settle) {
  const length = typedArrayLength(bytes);
  if (length < 4 * pieceLength) {
    start("digest", nullPrototype({ hash, data: new Uint8Array(bytes) }), reject, settle);
    return;
  }
  const data = open();
  if (!start("digest", nullPrototype({ hash, data, number: length }), reject, settle)) {
    close();
    return;
  }
  const buffer = typedArrayBuffer(bytes);
  const offset = typedArrayByteOffset(bytes);
  // The copy of a typed array takes its buffer from no property, unlike `slice`.
  for (let at = 0; at < length; at += pieceLength) add(new Uint8Array(new Uint8Array(buffer, offset + at, min(pieceLength, length - at))));
  close();
}

/**
 * Starts an operation. The native side reads the arrays of bytes later, so nothing else may refer to them.
 *
 * @param {string} operation
 * @param {Request} request whose prototype is null
 * @param {(error: unknown) => void} reject
 * @param {Settle} settle receives the result: a buffer, a boolean, an object, or one or two keys, each a handle and a description
 * @returns {boolean} whether it was started
 */
export function start(operation, request, reject, settle) {
  const { bits, data, format, hash, key, name, number, other, second, target, third } = request;
  const limit = run(
    (value, secondValue, thirdValue, fourthValue) => {
      if (value === undefined) reject(new DOMException(thirdValue, secondValue));
      else settle(value, secondValue, thirdValue, fourthValue);
    },
    operation, name, hash, number, key, other, data, second, third, format, bits, target?.name, target?.hash, target?.curve,
    target?.length, target?.extractable, target?.usages,
  );
  if (limit !== undefined) reject(new DOMException(`crypto.subtle.${operation}: a limit is reached: ${limit}`, "QuotaExceededError"));
  return limit === undefined;
}
