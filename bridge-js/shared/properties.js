// @ts-check
// Reading values of a page without running its code, as far as the language allows: getters are not called. Traps of a proxy
// cannot be avoided; their errors are caught where a function says so.

import { makeList } from "./lists.js";
import { getOwnPropertyDescriptor, getPrototypeOf, objectPrototype } from "./primordials.js";

/** The most prototypes that are followed: a proxy may return new proxies as prototypes for ever. */
const longestChain = 1000;

/**
 * The object and its prototypes, nearest first.
 * @param {object} object
 * @returns {object[]}
 */
export function prototypeChain(object) {
  /** @type {object[]} */
  const chain = makeList();
  /** @type {object | null} */
  let next = object;
  while (next !== null && chain.length < longestChain) {
    chain[chain.length] = next;
    next = getPrototypeOf(next);
  }
  return chain;
}

/**
 * The descriptor that reading the property would find, own or inherited.
 * @param {object} object
 * @param {PropertyKey} key
 */
export function findProperty(object, key) {
  /** @type {object | null} */
  let holder = object;
  for (let i = 0; holder !== null && i < longestChain; i++) {
    const descriptor = getOwnPropertyDescriptor(holder, key);
    if (descriptor !== undefined) return descriptor;
    holder = getPrototypeOf(holder);
  }
  return undefined;
}

/**
 * The same, without the properties that every object inherits: no error has its code from there.
 * @param {object} object
 * @param {PropertyKey} key
 */
export function findSpecific(object, key) {
  /** @type {object | null} */
  let holder = object;
  for (let i = 0; holder !== null && holder !== objectPrototype && i < longestChain; i++) {
    const descriptor = getOwnPropertyDescriptor(holder, key);
    if (descriptor !== undefined) return descriptor;
    holder = getPrototypeOf(holder);
  }
  return undefined;
}

/**
 * Reads a property as `read` does, unless every object inherits it.
 * @param {object} object
 * @param {PropertyKey} key
 */
export function readSpecific(object, key) {
  try {
    return findSpecific(object, key) === undefined ? undefined : read(object, key);
  } catch {
    return undefined; // A trap of a proxy threw.
  }
}

/**
 * The value of a data property, own or inherited. `undefined` for an accessor.
 * @param {object} object
 * @param {PropertyKey} key
 * @returns {unknown}
 */
export function peek(object, key) {
  return findProperty(object, key)?.value;
}

/**
 * Reads a property in the ordinary way, getters included; `undefined` if that throws.
 * @param {object} object
 * @param {PropertyKey} key
 * @returns {unknown}
 */
export function read(object, key) {
  try {
    return /** @type {{ [key: PropertyKey]: unknown }} */ (object)[key];
  } catch {
    return undefined;
  }
}
