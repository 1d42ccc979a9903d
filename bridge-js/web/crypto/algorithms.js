// @ts-check
// The registered algorithms: which of them an operation has, and what parameters each takes.

import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { charCodeAt, hasOwn, toUpperCase, typedArrayName, TypeError } from "../../shared/primordials.js";
import { DOMException } from "../errors/dom-exception.js";
import { copyBytes, integer } from "./convert.js";
import { isKey } from "./crypto-key.js";

/** @typedef {{ [name: string]: unknown }} Given */

/**
 * An algorithm with its parameters, as the standard normalizes it.
 *
 * @typedef {object} Algorithm
 * @property {string} name
 * @property {string} [hash]
 * @property {string} [curve]
 * @property {number} [length] bits of a key or of a counter
 * @property {number} [number] bytes of a salt, bits of a tag, iterations
 * @property {Uint8Array} [second] initialization vector, counter, label or salt
 * @property {Uint8Array} [third] additional data or info
 * @property {Uint8Array} [exponent]
 * @property {import("./crypto-key.js").CryptoKey} [public]
 */

/** @typedef {(algorithm: Algorithm, given: Given) => void} Reader reads the parameters of an algorithm */

const octet = 0xff;
const unsignedShort = 0xffff;
const unsignedLong = 0xffffffff;

/**
 * A member that a dictionary must have.
 *
 * @param {Given} given
 * @param {string} name
 */
function required(given, name) {
  const value = given[name];
  if (value === undefined) throw new TypeError(`the algorithm needs "${name}"`);
  return value;
}

/** @type {Reader} */
const nothing = () => {};

/** @type {Reader} */
const hashed = (algorithm, given) => {
  algorithm.hash = normalize("digest", required(given, "hash")).name;
};

/** @type {Reader} */
const onCurve = (algorithm, given) => {
  const name = `${required(given, "namedCurve")}`;
  if (name !== "P-256" && name !== "P-384" && name !== "P-521") throw new DOMException(`the curve ${name} is not supported`, "NotSupportedError");
  algorithm.curve = name;
};

/** @type {Reader} */
const initialized = (algorithm, given) => {
  algorithm.second = copyBytes(required(given, "iv"), "iv");
};

/** @type {Reader} */
const counted = (algorithm, given) => {
  algorithm.second = copyBytes(required(given, "counter"), "counter");
  algorithm.number = integer(required(given, "length"), octet, "length");
};

/** @type {Reader} */
const authenticated = (algorithm, given) => {
  const { additionalData } = given;
  if (additionalData !== undefined) algorithm.third = copyBytes(additionalData, "additionalData");
  initialized(algorithm, given);
  const { tagLength } = given;
  algorithm.number = tagLength === undefined ? 128 : integer(tagLength, octet, "tagLength");
};

/** @type {Reader} */
const labelled = (algorithm, given) => {
  const { label } = given;
  if (label !== undefined) algorithm.second = copyBytes(label, "label");
};

/** @type {Reader} */
const salted = (algorithm, given) => {
  algorithm.number = integer(required(given, "saltLength"), unsignedLong, "saltLength");
};

/** @type {Reader} */
const agreed = (algorithm, given) => {
  const key = required(given, "public");
  if (!isKey(key)) throw new TypeError("\"public\" must be a CryptoKey");
  algorithm.public = key;
};

/** @type {Reader} */
const extracted = (algorithm, given) => {
  hashed(algorithm, given);
  algorithm.third = copyBytes(required(given, "info"), "info");
  algorithm.second = copyBytes(required(given, "salt"), "salt");
};

/** @type {Reader} */
const iterated = (algorithm, given) => {
  hashed(algorithm, given);
  algorithm.number = integer(required(given, "iterations"), unsignedLong, "iterations");
  algorithm.second = copyBytes(required(given, "salt"), "salt");
};

/** @type {Reader} */
const long = (algorithm, given) => {
  algorithm.length = integer(required(given, "length"), unsignedShort, "length");
};

/** @type {Reader} */
const hashedOfLength = (algorithm, given) => {
  hashed(algorithm, given);
  const { length } = given;
  if (length !== undefined) algorithm.length = integer(length, unsignedLong, "length");
};

/** @type {Reader} */
const factored = (algorithm, given) => {
  algorithm.length = integer(required(given, "modulusLength"), unsignedLong, "modulusLength");
  const exponent = required(given, "publicExponent");
  if (typedArrayName(exponent) !== "Uint8Array") throw new TypeError("\"publicExponent\" must be a Uint8Array");
  algorithm.exponent = copyBytes(exponent, "publicExponent");
  hashed(algorithm, given);
};

/** @type {{ [operation: string]: { [name: string]: Reader } }} */
const operations = /** @type {*} */ ({
  __proto__: null,
  digest: { "SHA-1": nothing, "SHA-256": nothing, "SHA-384": nothing, "SHA-512": nothing },
  encrypt: { "RSA-OAEP": labelled, "AES-CTR": counted, "AES-CBC": initialized, "AES-GCM": authenticated },
  sign: { "RSASSA-PKCS1-v1_5": nothing, "RSA-PSS": salted, ECDSA: hashed, Ed25519: nothing, HMAC: nothing },
  deriveBits: { ECDH: agreed, X25519: agreed, HKDF: extracted, PBKDF2: iterated },
  wrapKey: { "AES-KW": nothing },
  generateKey: {
    "RSASSA-PKCS1-v1_5": factored, "RSA-PSS": factored, "RSA-OAEP": factored, ECDSA: onCurve, ECDH: onCurve, Ed25519: nothing,
    X25519: nothing, "AES-CTR": long, "AES-CBC": long, "AES-GCM": long, "AES-KW": long, HMAC: hashedOfLength,
  },
  importKey: {
    "RSASSA-PKCS1-v1_5": hashed, "RSA-PSS": hashed, "RSA-OAEP": hashed, ECDSA: onCurve, ECDH: onCurve, Ed25519: nothing,
    X25519: nothing, "AES-CTR": nothing, "AES-CBC": nothing, "AES-GCM": nothing, "AES-KW": nothing, HMAC: hashedOfLength,
    HKDF: nothing, PBKDF2: nothing,
  },
  length: {
    "AES-CTR": long, "AES-CBC": long, "AES-GCM": long, "AES-KW": long, HMAC: hashedOfLength, HKDF: nothing, PBKDF2: nothing,
  },
});

/** The registered spelling of each name, by the name in capitals. @type {{ [name: string]: string }} */
const spellings = /** @type {*} */ ({
  __proto__: null, "RSASSA-PKCS1-V1_5": "RSASSA-PKCS1-v1_5", ED25519: "Ed25519",
});

/**
 * Reads an algorithm's name and parameters.
 *
 * @param {string} operation
 * @param {unknown} value a name, or an object with one
 * @returns {Algorithm} with a null prototype
 */
export function normalize(operation, value) {
  const given = isObject(value) ? /** @type {Given} */ (value) : undefined;
  const title = given === undefined ? `${value}` : `${required(given, "name")}`;
  const capitals = toUpperCase(title);
  const name = spellings[capitals] ?? capitals;
  const readers = operations[operation] ?? operations.digest;
  if (!isASCII(title, capitals) || !hasOwn(readers, name)) {
    throw new DOMException(`${title} is not supported for ${operation}`, "NotSupportedError");
  }
  /** @type {Algorithm} */
  const algorithm = nullPrototype({ name });
  // A name alone is an object that has no other member.
  /** @type {Reader} */ (readers?.[name])(algorithm, given ?? nullPrototype({}));
  return algorithm;
}

/**
 * Whether only letters of ASCII changed: other letters have capitals of ASCII as well.
 *
 * @param {string} title
 * @param {string} capitals
 */
function isASCII(title, capitals) {
  if (title.length !== capitals.length) return false;
  for (let i = 0; i < title.length; i++) if (charCodeAt(title, i) > 127) return false;
  return true;
}
