// @ts-check
// The modules of Node that do not exist here, for packages that load them without using them: their functions throw what the
// native side says of the module. A few members need no access to the outside, and work.

import * as buffers from "#deferred/node/buffer.js";
import * as hashing from "#deferred/node/hash.js";
import * as randomness from "#deferred/web/crypto/crypto.js";
import { bytesOf, isArrayBuffer } from "../shared/bytes.js";
import { nullPrototype } from "../shared/define.js";
import { isView, RangeError, TypeError } from "../shared/primordials.js";
import { host } from "../web/host.js";
import { nodeError, validateNumber } from "./errors.js";
import { slice } from "./node-primordials.js";
import { refuse } from "./refusal.js";

function randomBytes(size, callback) {
  validateNumber(size, "size", 0, 2 ** 31 - 1);
  const bytes = /** @type {any} */ (buffers.Buffer).alloc(size);
  // The web's function fills at most so much at once.
  for (let at = 0; at < size; at += 65536) randomness.crypto.getRandomValues(bytes.subarray(at, at + 65536));
  if (typeof callback !== "function") return bytes;
  callback(null, bytes);
  return undefined;
}

function comparable(value, name) {
  if (!isView(value) && !isArrayBuffer(value)) {
    throw nodeError(TypeError, "ERR_INVALID_ARG_TYPE", `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
  }
  return bytesOf(value, "timingSafeEqual");
}

/** Compares bytes in a time that does not depend on them. */
function timingSafeEqual(first, second) {
  const a = comparable(first, "buf1");
  const b = comparable(second, "buf2");
  if (a.length !== b.length) throw nodeError(RangeError, "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", "Input buffers must have the same byte length");
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= a[at] ^ b[at];
  return difference === 0;
}

/** The members that work, by module. */
const working = {
  __proto__: null,
  crypto: () => ({
    webcrypto: randomness.crypto,
    getRandomValues: (array) => randomness.crypto.getRandomValues(array),
    randomUUID: () => randomness.crypto.randomUUID(),
    randomBytes,
    createHash: hashing.createHash,
    createHmac: hashing.createHmac,
    timingSafeEqual,
    getHashes: () => slice(hashing.hashNames),
    randomFillSync: (view, offset, size) => {
      const bytes = bytesOf(view, "randomFillSync");
      const start = offset ?? 0;
      bytes.set(randomBytes(size ?? bytes.length - start, undefined), start);
      return view;
    },
  }),
  tty: () => ({ isatty: (descriptor) => (descriptor === 1 || descriptor === 2) && host.colors === true }),
};

/**
 * @param {string} name
 * @param {string[]} names
 * @param {string} refusal
 */
export function makeAbsent(name, names, refusal) {
  const real = working[name]?.() ?? nullPrototype({});
  const exports = {};
  for (let i = 0; i < names.length; i++) {
    const member = names[i];
    if (member in real) exports[member] = real[member];
    else if (member === "constants" || member === "promises") exports[member] = {};
    else exports[member] = refuse(`${name}.${member}`, refusal);
  }
  return exports;
}
