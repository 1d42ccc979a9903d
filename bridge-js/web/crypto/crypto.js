// @ts-check
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import * as cryptography from "#deferred/web/crypto/subtle.js";
import { bytesOf } from "../../shared/bytes.js";
import { host } from "../host.js";
import { defineInspection, describeInterface, internal, requireArguments, requireInternal } from "../interface.js";
import {
  charCodeAt, deleteProperty, exec, numberToString, padStart, stringSlice, typedArrayLength, typedArrayName,
} from "../../shared/primordials.js";

const integers = /^(?:Big)?(?:Int|Uint)[0-9]+(?:Clamped)?Array$/;
const mostBytes = 65_536;

/** Cryptographic random values, and `subtle` where the runtime has the extension for it. */
export class Crypto {
  #random = host.random;

  /** @param {unknown} [caller] */
  constructor(caller = undefined) {
    requireInternal(caller);
  }

  /** Cryptography with keys. */
  get subtle() {
    void this.#random; // Throws for an object of another class.
    return cryptography.subtle;
  }

  /**
   * Fills an array of integers.
   *
   * @template T
   * @param {T} array
   * @returns {T}
   */
  getRandomValues(array) {
    const random = this.#random;
    requireArguments("getRandomValues", arguments.length, 1);
    if (exec(integers, typedArrayName(array) ?? "") === null) {
      throw new exceptions.DOMException("getRandomValues: the argument must be an array of integers", "TypeMismatchError");
    }
    const bytes = bytesOf(array, "getRandomValues");
    const count = typedArrayLength(bytes);
    if (count > mostBytes) {
      throw new exceptions.DOMException(`getRandomValues: no more than ${mostBytes} bytes at once`, "QuotaExceededError");
    }
    const values = random(count);
    for (let i = 0; i < count; i++) bytes[i] = charCodeAt(values, i);
    return array;
  }

  /** A random UUID, of version 4. */
  randomUUID() {
    void this.#random; // Throws for an object of another class.
    return makeUUID();
  }
}

if (host.extensions?.crypto === undefined) deleteProperty(Crypto.prototype, "subtle");
describeInterface(Crypto);
defineInspection(Crypto, () => ({}));

export const crypto = new Crypto(internal);

export function makeUUID() {
  const random = host.random(16);
  let digits = "";
  for (let i = 0; i < 16; i++) {
    let byte = charCodeAt(random, i);
    if (i === 6) byte = (byte & 0x0f) | 0x40;
    if (i === 8) byte = (byte & 0x3f) | 0x80;
    digits += padStart(numberToString(byte, 16), 2, "0");
  }
  const part = (/** @type {number} */ start, /** @type {number} */ end) => stringSlice(digits, start, end);
  return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`;
}
