// @ts-check
// Objects of this side that cross by reference: the other side calls their methods.

import {
  freeze, getOwnPropertyDescriptor, getPrototypeOf, isArray, objectKeys, objectPrototype, OwnMap, stringSlice, WeakMap, weakMapGet, weakMapHas,
  weakMapSet,
} from "../shared/primordials.js";
import { invalid } from "./errors.js";

/** The most characters of a class's name that are sent. */
const MOST_LETTERS = 64;

export class Remotes {
  /**
   * The objects, and the methods of those that have no class.
   *
   * @type {WeakMap<object, Map<string, Function> | null>}
   */
  #objects = new WeakMap();

  /** @param {object} object */
  has(object) {
    return weakMapHas(this.#objects, object);
  }

  /** @param {unknown} object */
  add(object) {
    if (typeof object !== "object" || object === null || isArray(object)) throw invalid("remote takes an object with methods; a function crosses as it is");
    weakMapSet(this.#objects, object, isPlain(object) ? methodsOf(object) : null);
  }

  /**
   * The name of an object's class, for messages.
   *
   * @param {object} object
   * @returns {string}
   */
  typeOf(object) {
    try {
      const prototype = getPrototypeOf(object);
      const made = prototype === null ? undefined : getOwnPropertyDescriptor(prototype, "constructor")?.value;
      const name = typeof made === "function" ? getOwnPropertyDescriptor(made, "name")?.value : undefined;
      if (typeof name === "string" && name !== "") return stringSlice(name, 0, MOST_LETTERS);
    } catch {} // A trap of a proxy threw.
    return "Object";
  }

  /**
   * The method that the other side may call by this name: one of the object's class, or one that an object without a class had
   * when it was added. Accessors, fields and what every object inherits are not reachable.
   *
   * @param {object} object
   * @param {string} name
   * @returns {Function | undefined}
   */
  method(object, name) {
    const own = weakMapGet(this.#objects, object);
    if (own === undefined) return undefined;
    if (own !== null) return own.get(name);
    if (name === "constructor") return undefined;
    const end = RemoteObject.prototype;
    for (let at = getPrototypeOf(object); at !== null && at !== objectPrototype && at !== end; at = getPrototypeOf(at)) {
      const found = getOwnPropertyDescriptor(at, name);
      if (found !== undefined) return typeof found.value === "function" ? found.value : undefined;
    }
    return undefined;
  }
}

export const remotes = new Remotes();

export class RemoteObject {
  constructor() {
    remotes.add(this);
  }
}

freeze(RemoteObject.prototype);

/** @param {object} object */
const isPlain = (object) => {
  const prototype = getPrototypeOf(object);
  return prototype === objectPrototype || prototype === null;
};

/** @param {object} object */
const methodsOf = (object) => {
  /** @type {Map<string, Function>} */
  const methods = new OwnMap();
  const names = objectKeys(object);
  for (let at = 0; at < names.length; at += 1) {
    const method = getOwnPropertyDescriptor(object, names[at])?.value;
    if (typeof method === "function") methods.set(names[at], method);
  }
  return methods;
};
