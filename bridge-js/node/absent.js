// @ts-check
// The modules of Node that do not exist here, for packages that load them without using them: their functions throw what the
// native side says of the module. A few members need no access to the outside, and work.

import * as buffers from "#deferred/node/buffer.js";
import * as hashing from "#deferred/node/hash.js";
import * as randomness from "#deferred/web/crypto/crypto.js";
import { bytesOf } from "../shared/bytes.js";
import { nullPrototype } from "../shared/define.js";
import { host } from "../web/host.js";
import { validateNumber } from "./errors.js";
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
