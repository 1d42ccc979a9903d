// @ts-check
// `crypto.subtle` of the Web Cryptography standard: arguments are read and checked here, and the work is native.

import { nullPrototype } from "../../shared/define.js";
import { Promise, stringIncludes, TypeError } from "../../shared/primordials.js";
import { DOMException } from "../errors/dom-exception.js";
import { describeInterface, internal, requireArguments, requireInternal } from "../interface.js";
import { normalize } from "./algorithms.js";
import { copyBytes, isBufferSource, keyFormat, keyUsages, viewBytes } from "./convert.js";
import { isKey, makeKey, partsOfKey } from "./crypto-key.js";
import { webKeyText } from "./json-web-key.js";
import { start, startDigest } from "./native.js";

/** @typedef {import("./algorithms.js").Algorithm} Algorithm */
/** @typedef {import("./crypto-key.js").KeyParts} KeyParts */
/** @typedef {import("./native.js").Request} Request */
/** @typedef {(value: unknown) => void} Resolve */

/** @type {(value: object) => boolean} */
let isSubtle;

/** Cryptography with keys. */
export class SubtleCrypto {
  #brand = true;

  /** @param {unknown} [caller] */
  constructor(caller = undefined) {
    requireInternal(caller);
  }

  /**
   * @param {unknown} algorithm
   * @param {unknown} key
   * @param {unknown} data
   */
  encrypt(algorithm, key, data) {
    return cipher(this, "encrypt", arguments.length, algorithm, key, data);
  }

  /**
   * @param {unknown} algorithm
   * @param {unknown} key
   * @param {unknown} data
   */
  decrypt(algorithm, key, data) {
    return cipher(this, "decrypt", arguments.length, algorithm, key, data);
  }

  /**
   * @param {unknown} algorithm
   * @param {unknown} key
   * @param {unknown} data
   */
  sign(algorithm, key, data) {
    return promise(this, "sign", arguments.length, 3, (resolve, reject) => {
      const wanted = normalize("sign", algorithm);
      const parts = keyFor("sign", key, wanted);
      start("sign", signing(wanted, parts, copyBytes(data, "data")), reject, resolve);
    });
  }

  /**
   * @param {unknown} algorithm
   * @param {unknown} key
   * @param {unknown} signature
   * @param {unknown} data
   */
  verify(algorithm, key, signature, data) {
    return promise(this, "verify", arguments.length, 4, (resolve, reject) => {
      const wanted = normalize("sign", algorithm);
      const parts = keyFor("verify", key, wanted);
      const second = copyBytes(signature, "signature");
      start("verify", nullPrototype({ ...signing(wanted, parts, copyBytes(data, "data")), second }), reject, resolve);
    });
  }

  /**
   * @param {unknown} algorithm
   * @param {unknown} data
   */
  digest(algorithm, data) {
    return promise(this, "digest", arguments.length, 2, (resolve, reject) => {
      const hash = normalize("digest", algorithm).name;
      startDigest(hash, viewBytes(data, "data"), reject, resolve);
    });
  }

  /**
   * @param {unknown} algorithm
   * @param {unknown} extractable
   * @param {unknown} usages
   */
  generateKey(algorithm, extractable, usages) {
    return promise(this, "generateKey", arguments.length, 3, (resolve, reject) => {
      const names = keyUsages(usages);
      const wanted = normalize("generateKey", algorithm);
      const request = nullPrototype({ data: wanted.exponent, target: targetOf(wanted, extractable, names) });
      start("generateKey", request, reject, (handle, description, second, secondDescription) => {
        const key = makeKey(handle, description);
        resolve(second === undefined ? key : { publicKey: key, privateKey: makeKey(second, secondDescription) });
      });
    });
  }

  /**
   * @param {unknown} algorithm
   * @param {unknown} baseKey
   * @param {unknown} derivedKeyType
   * @param {unknown} extractable
   * @param {unknown} usages
   */
  deriveKey(algorithm, baseKey, derivedKeyType, extractable, usages) {
    return promise(this, "deriveKey", arguments.length, 5, (resolve, reject) => {
      const names = keyUsages(usages);
      const wanted = normalize("deriveBits", algorithm);
      normalize("importKey", derivedKeyType);
      const made = normalize("length", derivedKeyType);
      const request = deriving("deriveKey", wanted, baseKey);
      if (made.name === "HMAC" && made.length === 0) throw new TypeError("an HMAC key cannot be empty");
      request.target = targetOf(made, extractable, names);
      start("deriveKey", request, reject, (handle, description) => resolve(makeKey(handle, description)));
    });
  }

  /**
   * @param {unknown} algorithm
   * @param {unknown} baseKey
   * @param {unknown} [length] in bits; all of a key agreement's if it is null
   */
  deriveBits(algorithm, baseKey, length = null) {
    return promise(this, "deriveBits", arguments.length, 2, (resolve, reject) => {
      // Converted as `unsigned long`, which wraps.
      const bits = length === null || length === undefined ? undefined : /** @type {number} */ (length) >>> 0;
      const request = deriving("deriveBits", normalize("deriveBits", algorithm), baseKey);
      if (bits !== undefined) request.bits = bits;
      start("deriveBits", request, reject, resolve);
    });
  }

  /**
   * @param {unknown} format
   * @param {unknown} keyData
   * @param {unknown} algorithm
   * @param {unknown} extractable
   * @param {unknown} usages
   */
  importKey(format, keyData, algorithm, extractable, usages) {
    return promise(this, "importKey", arguments.length, 5, (resolve, reject) => {
      const kind = keyFormat(format);
      if (isBufferSource(keyData) === (kind === "jwk")) {
        throw new TypeError(kind === "jwk" ? "the key must be a JSON Web Key" : "the key must be an ArrayBuffer or a view on one");
      }
      const names = keyUsages(usages);
      const wanted = normalize("importKey", algorithm);
      const data = kind === "jwk" ? webKeyText(keyData) : copyBytes(keyData, "the key");
      const request = nullPrototype({ format: kind, data, target: targetOf(wanted, extractable, names) });
      start("importKey", request, reject, (handle, description) => resolve(makeKey(handle, description)));
    });
  }

  /**
   * @param {unknown} format
   * @param {unknown} key
   */
  exportKey(format, key) {
    return promise(this, "exportKey", arguments.length, 2, (resolve, reject) => {
      const kind = keyFormat(format);
      start("exportKey", nullPrototype({ format: kind, key: partsOf(key).handle }), reject, resolve);
    });
  }

  /**
   * @param {unknown} format
   * @param {unknown} key
   * @param {unknown} wrappingKey
   * @param {unknown} wrapAlgorithm
   */
  wrapKey(format, key, wrappingKey, wrapAlgorithm) {
    return promise(this, "wrapKey", arguments.length, 4, (resolve, reject) => {
      const kind = keyFormat(format);
      const { handle } = partsOf(key);
      partsOf(wrappingKey);
      const wanted = normalizeWrapping(wrapAlgorithm);
      const parts = keyFor("wrapKey", wrappingKey, wanted);
      start("wrapKey", nullPrototype({ ...enciphering(wanted, parts), format: kind, other: handle }), reject, resolve);
    });
  }

  /**
   * @param {unknown} format
   * @param {unknown} wrappedKey
   * @param {unknown} unwrappingKey
   * @param {unknown} unwrapAlgorithm
   * @param {unknown} unwrappedKeyAlgorithm
   * @param {unknown} extractable
   * @param {unknown} usages
   */
  unwrapKey(format, wrappedKey, unwrappingKey, unwrapAlgorithm, unwrappedKeyAlgorithm, extractable, usages) {
    return promise(this, "unwrapKey", arguments.length, 7, (resolve, reject) => {
      const kind = keyFormat(format);
      const data = copyBytes(wrappedKey, "the wrapped key");
      partsOf(unwrappingKey);
      const names = keyUsages(usages);
      const wanted = normalizeWrapping(unwrapAlgorithm);
      const made = normalize("importKey", unwrappedKeyAlgorithm);
      const parts = keyFor("unwrapKey", unwrappingKey, wanted);
      const target = targetOf(made, extractable, names);
      const request = nullPrototype({ ...enciphering(wanted, parts), data, format: kind, target });
      start("unwrapKey", request, reject, (handle, description) => resolve(makeKey(handle, description)));
    });
  }

  static {
    isSubtle = (value) => #brand in value;
  }
}

describeInterface(SubtleCrypto);

export const subtle = new SubtleCrypto(internal);

/**
 * The promise of an operation, which is rejected with what `body` throws.
 *
 * @param {object} receiver
 * @param {string} operation
 * @param {number} given
 * @param {number} needed
 * @param {(resolve: Resolve, reject: Resolve) => void} body
 */
function promise(receiver, operation, given, needed, body) {
  return new Promise((resolve, reject) => {
    try {
      if (!isSubtle(receiver)) throw new TypeError("Illegal invocation");
      requireArguments(operation, given, needed);
      body(resolve, reject);
    } catch (error) {
      reject(error);
    }
  });
}

/**
 * @param {object} receiver
 * @param {"encrypt" | "decrypt"} operation
 * @param {number} given
 * @param {unknown} algorithm
 * @param {unknown} key
 * @param {unknown} data
 */
function cipher(receiver, operation, given, algorithm, key, data) {
  return promise(receiver, operation, given, 3, (resolve, reject) => {
    const wanted = normalize("encrypt", algorithm);
    const parts = keyFor(operation, key, wanted);
    start(operation, nullPrototype({ ...enciphering(wanted, parts), data: copyBytes(data, "data") }), reject, resolve);
  });
}

/**
 * @param {unknown} key
 * @returns {KeyParts}
 */
function partsOf(key) {
  if (!isKey(key)) throw new TypeError("the key must be a CryptoKey");
  return partsOfKey(key);
}

/**
 * The parts of a key that is for an operation by an algorithm.
 *
 * @param {string} usage
 * @param {unknown} key
 * @param {Algorithm} algorithm
 */
function keyFor(usage, key, { name }) {
  const parts = partsOf(key);
  if (parts.name !== name) throw new DOMException(`the key is for ${parts.name}, not for ${name}`, "InvalidAccessError");
  if (!stringIncludes(parts.usages, `,${usage},`)) throw new DOMException(`the key is not for ${usage}`, "InvalidAccessError");
  return parts;
}

/**
 * @param {Algorithm} algorithm
 * @param {KeyParts} parts
 * @returns {Request}
 */
const enciphering = ({ name, number, second, third }, { handle }) => nullPrototype({ name, number, second, third, key: handle });

/**
 * @param {Algorithm} algorithm
 * @param {KeyParts} parts
 * @param {Uint8Array} data
 * @returns {Request}
 */
const signing = ({ name, hash, number }, parts, data) => nullPrototype({ name, hash: hash ?? parts.hash, number, key: parts.handle, data });

/**
 * @param {"deriveKey" | "deriveBits"} usage
 * @param {Algorithm} algorithm
 * @param {unknown} baseKey
 * @returns {Request}
 */
function deriving(usage, algorithm, baseKey) {
  const { handle, curve } = keyFor(usage, baseKey, algorithm);
  const { name, hash, number, second, third } = algorithm;
  /** @type {Request} */
  const request = nullPrototype({ name, hash, number, second, third, key: handle });
  if (algorithm.public !== undefined) {
    const other = partsOfKey(algorithm.public);
    const fits = other.type === "public" && other.name === name && other.curve === curve;
    if (!fits) throw new DOMException("\"public\" must be a public key of the same algorithm and curve", "InvalidAccessError");
    request.other = other.handle;
  }
  return request;
}

/**
 * @param {Algorithm} algorithm
 * @param {unknown} extractable
 * @param {string} usages
 */
const targetOf = ({ name, hash, curve, length }, extractable, usages) =>
  nullPrototype({ name, hash, curve, length, extractable: !!extractable, usages });

/**
 * AES-KW, or an algorithm that encrypts.
 * @param {unknown} algorithm
 */
function normalizeWrapping(algorithm) {
  try {
    return normalize("wrapKey", algorithm);
  } catch {
    return normalize("encrypt", algorithm);
  }
}
