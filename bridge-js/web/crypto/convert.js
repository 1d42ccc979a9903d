// @ts-check
// Arguments as Web IDL converts them. Nothing that these functions return has a prototype or is referred to by a page.

import { bytesOf, isArrayBuffer, isDetached } from "../../shared/bytes.js";
import { isObject } from "../../shared/is-object.js";
import { dataViewBuffer, isView, typedArrayBuffer, typedArrayName, TypeError, Uint8Array } from "../../shared/primordials.js";
import { toArray } from "../sequence.js";

/**
 * An integer in a range.
 *
 * @param {unknown} value
 * @param {number} most
 * @param {string} what the name in the error
 */
export function integer(value, most, what) {
  const number = +/** @type {number} */ (value);
  const whole = number - (number % 1);
  if (!(whole >= 0 && whole <= most)) throw new TypeError(`${what} must be an integer from 0 to ${most}`);
  // Without the sign of a negative zero.
  return whole + 0;
}

/**
 * The bytes of a buffer or a view, not copied. A detached buffer has none.
 *
 * @param {unknown} source
 * @param {string} what the name in the error
 * @returns {Uint8Array}
 */
export function viewBytes(source, what) {
  const buffer = isView(source)
    ? typedArrayName(source) === undefined ? dataViewBuffer(source) : typedArrayBuffer(/** @type {Uint8Array} */ (source))
    : source;
  if (!isArrayBuffer(buffer)) throw new TypeError(`${what} must be an ArrayBuffer or a view on one`);
  return isDetached(buffer) ? new Uint8Array(0) : bytesOf(source, what);
}

/**
 * A copy of the bytes of a buffer or a view.
 *
 * @param {unknown} source
 * @param {string} what the name in the error
 * @returns {Uint8Array} which takes its buffer from no property, unlike the result of `slice`
 */
export const copyBytes = (source, what) => new Uint8Array(viewBytes(source, what));

/** @param {unknown} value */
export const isBufferSource = (value) => isView(value) || isArrayBuffer(value);

const formats = ["raw", "spki", "pkcs8", "jwk"];
const allUsages = ["encrypt", "decrypt", "sign", "verify", "deriveKey", "deriveBits", "wrapKey", "unwrapKey"];

/**
 * @param {string[]} names
 * @param {unknown} value
 * @param {string} what
 */
function oneOf(names, value, what) {
  const text = `${value}`;
  for (let i = 0; i < names.length; i++) if (names[i] === text) return text;
  throw new TypeError(`"${text}" is not a ${what}`);
}

/** @param {unknown} value */
export const keyFormat = (value) => oneOf(formats, value, "key format");

/**
 * The usages of a key, separated by commas.
 * @param {unknown} value
 */
export function keyUsages(value) {
  if (!isObject(value)) throw new TypeError("the usages must be an iterable object");
  const list = toArray(value, "usages");
  let names = "";
  for (let i = 0; i < list.length; i++) names += `${i === 0 ? "" : ","}${oneOf(allUsages, list[i], "key usage")}`;
  return names;
}
