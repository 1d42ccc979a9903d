// @ts-check
// How an object is cloned, without running code of a page but for the traps of a prototype that is a proxy.

import { isDOMException } from "../errors/dom-exception.js";
import { kindOf } from "../inspect/kind.js";
import { interfaces } from "../interface.js";
import {
  FinalizationRegistry, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, Intl, isError as isErrorClass, isView, objectPrototype, ownKeys, Promise, Set, setAdd, setHas,
  symbolToStringTag, Temporal, WeakRef, WebAssembly,
} from "../../shared/primordials.js";
import { prototypeChain } from "../../shared/properties.js";

/** Objects that inherit from these have internal state that cannot be copied. */
const uncloneable = new Set();
setAdd(uncloneable, Promise.prototype);
setAdd(uncloneable, WeakRef.prototype);
setAdd(uncloneable, FinalizationRegistry.prototype);
// Generators and the iterators of collections inherit from one of these.
setAdd(uncloneable, ancestorOf(function* () {}.prototype));
setAdd(uncloneable, ancestorOf(async function* () {}.prototype));
addClasses(Intl);
addClasses(Temporal);
addClasses(WebAssembly);

/**
 * Adds the prototypes of a namespace's classes. An engine may lack the namespace.
 * @param {object | undefined} namespace
 */
function addClasses(namespace) {
  if (namespace === undefined) return;
  const keys = ownKeys(namespace);
  for (let i = 0; i < keys.length; i++) {
    const member = getOwnPropertyDescriptor(namespace, /** @type {string} */ (keys[i]))?.value;
    const prototype = typeof member === "function" ? getOwnPropertyDescriptor(member, "prototype")?.value : undefined;
    if (typeof prototype === "object" && prototype !== null) setAdd(uncloneable, prototype);
  }
}

/**
 * Whether an object is one that `{}` makes, as most are, or behaves like one. False for some that do; they are looked at more
 * closely then. A test that runs no code of the object.
 *
 * @param {object} value no proxy and no array
 */
export function isPlainObject(value) {
  return (
    getPrototypeOf(value) === objectPrototype && !(symbolToStringTag in value) && !hasOwn(value, "constructor") && !hasOwn(value, "callee") &&
    isErrorClass !== undefined && !isErrorClass(value) && !isView(value) && !isDOMException(value) && typeof value !== "function"
  );
}

/**
 * The kind of an object. `undefined` for a proxy whose trap throws.
 * @param {object} value
 */
export function safeKindOf(value) {
  try {
    return kindOf(value);
  } catch {
    return undefined;
  }
}

/**
 * Refuses to clone the objects that inherit from a prototype.
 * @param {object} prototype
 */
export function refuseClones(prototype) {
  setAdd(uncloneable, prototype);
}

/**
 * The last prototype before `Object.prototype`.
 * @param {object} object
 */
function ancestorOf(object) {
  let ancestor = object;
  for (;;) {
    const next = getPrototypeOf(ancestor);
    if (next === null || getPrototypeOf(next) === null) return ancestor;
    ancestor = next;
  }
}

/**
 * Whether an object may have state that is not in its properties.
 * @param {object} value
 */
export function isPlatformObject(value) {
  const isOne = (/** @type {object} */ object) => setHas(uncloneable, object) || setHas(interfaces, object);
  if (getPrototypeOf(value) === objectPrototype) return isOne(value);
  const chain = prototypeChain(value);
  for (let i = 0; i < chain.length; i++) if (isOne(/** @type {object} */ (chain[i]))) return true;
  return false;
}
