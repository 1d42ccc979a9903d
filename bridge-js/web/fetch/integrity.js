// @ts-check
// Subresource Integrity: the bytes of a response have one of the digests that the request names.

import * as native from "#deferred/web/crypto/native.js";
import { toBase64 } from "../../shared/base64.js";
import { append } from "../../shared/lists.js";
import { exec, indexOf, promiseReject, stringIndexOf, stringSlice, typedArrayByteLength, TypeError, Uint8Array } from "../../shared/primordials.js";
import { react } from "../../shared/promises.js";
import { replaceAll } from "../../shared/text.js";
import { dataOf } from "../files/blob-data.js";
import { host } from "../host.js";
import { Deferred } from "../streams/promises.js";

/** @typedef {import("../files/blob-data.js").BlobData} BlobData */

const words = /[^\t\n\f\r ]+/g;
const token = /^sha(256|384|512)-([A-Za-z0-9+/_-]+)={0,2}(?:\?|$)/;

/**
 * Rejects if the bytes have none of the strongest digests. A text without a digest that is known allows all bytes.
 *
 * @param {Promise<import("./body.js").Taken>} taken
 * @param {string} expected digests in the form sha256-BASE64, separated by white space
 * @returns {Promise<BlobData>}
 */
export function verify(taken, expected) {
  const { algorithm, digests } = strongest(expected);
  return /** @type {Promise<*>} */ (react(taken, (value) => {
    const { bytes } = /** @type {import("./body.js").Taken} */ (value);
    if (algorithm === "") return dataOf(bytes);
    return react(digest(algorithm, bytes), (found) => {
      if (indexOf(digests, /** @type {string} */ (found)) >= 0) return dataOf(bytes);
      throw new TypeError("the body matches none of the digests in integrity");
    }, rethrow);
  }, rethrow));
}

/**
 * The digests of the strongest algorithm that a text names.
 *
 * @param {string} text
 */
function strongest(text) {
  let algorithm = "";
  /** @type {string[]} */
  let digests = [];
  words.lastIndex = 0;
  for (let word = exec(words, text); word !== null; word = exec(words, text)) {
    const match = exec(token, /** @type {string} */ (word[0]));
    if (match === null) continue;
    const name = `SHA-${match[1]}`;
    if (name < algorithm) continue;
    if (name > algorithm) digests = [];
    algorithm = name;
    append(digests, replaceAll(replaceAll(/** @type {string} */ (match[2]), "-", "+"), "_", "/"));
  }
  return { algorithm, digests };
}

/**
 * The digest of bytes in Base64, without its padding.
 *
 * @param {string} algorithm
 * @param {Uint8Array} bytes
 */
function digest(algorithm, bytes) {
  if (host.extensions?.crypto === undefined) return promiseReject(new TypeError("integrity needs the extension .subtleCrypto"));
  const result = new Deferred();
  native.startDigest(algorithm, bytes, (error) => result.reject(error), (buffer) => {
    const digest = new Uint8Array(buffer);
    const text = toBase64(digest, typedArrayByteLength(digest));
    const padding = stringIndexOf(text, "=");
    result.resolve(padding < 0 ? text : stringSlice(text, 0, padding));
  });
  return result.promise;
}

/** @param {unknown} error */
function rethrow(error) {
  throw error;
}
