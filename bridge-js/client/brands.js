// @ts-check
// The class of an object, where it matters more than the properties.

import {
  ArrayBuffer, BigInt, Boolean, DataView, Date, Error, FinalizationRegistry, getPrototypeOf, Map, Number, objectKeys,
  objectPrototype, objectToString, OwnMap, Promise, RegExp, Set, SharedArrayBuffer, String, stringSlice, Symbol,
  TypedArray, WeakMap, WeakRef, WeakSet,
} from "../shared/primordials.js";
import { bytesName } from "./bytes.js";

/**
 * The prototypes whose objects have a meaning of their own, by the name that `Object.prototype.toString` returns for them.
 *
 * @type {Map<object, string>}
 */
const brands = new OwnMap();
/** @type {{ [name: string]: Function | undefined }} */
const classes = /** @type {*} */ ({
  __proto__: null, ArrayBuffer, SharedArrayBuffer, DataView, Date, Error, Map, Set, Boolean, Number, String, BigInt, Symbol, RegExp,
  Promise, WeakMap, WeakSet, WeakRef, FinalizationRegistry, TypedArray,
});
const names = objectKeys(classes);
for (let at = 0; at < names.length; at += 1) {
  const known = classes[names[at]];
  if (known !== undefined) brands.set(known.prototype, names[at]);
}

/** @param {object} value */
const foreignKind = (value) => {
  const kind = stringSlice(objectToString(value), 8, -1);
  return kind === "Object" ? undefined : kind;
};

/**
 * The class that gives the object its meaning; `undefined` for objects that are described by their properties.
 *
 * This is a hint, because prototypes can be set: a caller that relies on it checks the internal slot of the object.
 *
 * @param {object} value
 * @param {object | null} prototype
 * @returns {string | undefined}
 */
export const kindOf = (value, prototype) => {
  for (let at = prototype; at !== objectPrototype; at = getPrototypeOf(at)) {
    // The chain did not contain our `Object.prototype`: the object is of another realm.
    if (at === null) return foreignKind(value);
    const kind = brands.get(at);
    if (kind !== undefined) return kind;
  }
  return undefined;
};

/**
 * The name that the class of an object without properties declares, as `URL`, `AbortSignal` and iterators do. The properties of
 * such an object do not describe it.
 *
 * @param {object} value
 * @returns {string | undefined}
 */
export const nameOfEmpty = (value) => {
  try {
    const prototype = getPrototypeOf(value);
    if (prototype === objectPrototype || prototype === null) return undefined;
    for (let at = /** @type {object | null} */ (prototype); at !== null; at = getPrototypeOf(at)) {
      // The object only has the prototype of a map, for example: it is like any other object.
      if (brands.get(at) !== undefined) return undefined;
    }
    return foreignKind(value);
  } catch {
    return undefined;
  }
};

/** @param {object} value */
export const nameOfBytes = (value) => {
  try {
    return bytesName(value);
  } catch {
    return undefined; // It has the prototype, and no bytes.
  }
};
