// @ts-check
// What an object is, where that matters more than its properties.

import {
  ObjectPrototype,
  bigIntValueOf,
  booleanValueOf,
  brands,
  getPrototypeOf,
  numberValueOf,
  objectToString,
  stringSlice,
  stringValueOf,
  symbolValueOf,
} from "./primordials.js";
import { bytesName } from "./bytes.js";

/** @param {object} value */
const foreignKind = (value) => {
  const kind = stringSlice(objectToString(value), 8, -1);
  return kind === "Object" ? undefined : kind;
};

/**
 * The class that gives the object its meaning, `undefined` for objects that are no more than their properties.
 *
 * Only a hint, as prototypes can be set: whoever relies on it asks the object's brand.
 *
 * @param {object} value
 * @param {object | null} prototype
 * @returns {string | undefined}
 */
export const kindOf = (value, prototype) => {
  for (let at = prototype; at !== ObjectPrototype; at = getPrototypeOf(at)) {
    // Never met our own root: an object of another realm, whose prototypes are not ours.
    if (at === null) return foreignKind(value);
    const kind = brands.get(at);
    if (kind !== undefined) return kind;
  }
  return undefined;
};

/**
 * What an object without properties calls itself, if its class says so: a `URL`, an `AbortSignal`, an iterator. What such an
 * object is, its properties do not tell.
 *
 * @param {object} value
 * @returns {string | undefined}
 */
export const nameOfEmpty = (value) => {
  try {
    const prototype = getPrototypeOf(value);
    if (prototype === ObjectPrototype || prototype === null) return undefined;
    for (let at = prototype; at !== null; at = getPrototypeOf(at)) {
      // It was only given the prototype of a map, say: an object like any other.
      if (brands.get(at) !== undefined) return undefined;
    }
    return foreignKind(value);
  } catch {
    return undefined;
  }
};

/**
 * @param {string} kind
 * @param {object} value
 * @returns {unknown} the primitive in the box
 */
export const unbox = (kind, value) => {
  switch (kind) {
    case "Boolean":
      return booleanValueOf(value);
    case "Number":
      return numberValueOf(value);
    case "String":
      return stringValueOf(value);
    case "BigInt":
      return bigIntValueOf(value);
    default:
      return symbolValueOf(value);
  }
};

/** @param {object} value */
export const nameOfBytes = (value) => {
  try {
    return bytesName(value);
  } catch {
    return undefined; // It only looked like bytes.
  }
};
