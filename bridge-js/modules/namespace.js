// @ts-check
// Module namespace objects, as ECMA-262 specifies them (10.4.6).

import { nullPrototype } from "../shared/define.js";
import {
  defineProperty, deleteProperty, freeze, getOwnPropertyDescriptor, hasOwn, is, preventExtensions, Proxy, ReferenceError, symbolToStringTag,
} from "../shared/primordials.js";

/** @typedef {() => unknown} Getter */

const uninitialized = (/** @type {string} */ name) => new ReferenceError(`Cannot access '${name}' before initialization.`);

/**
 * The getter of an export that a cycle of imports may read too early: the engine's own error does not name the variable.
 *
 * @param {string} name
 * @param {() => unknown} get
 */
export function guarded(name, get) {
  let isInitialized = false;
  return () => {
    if (isInitialized) return get();
    let value;
    try {
      value = get();
    } catch {
      throw uninitialized(name);
    }
    isInitialized = true;
    return value;
  };
}

/**
 * Makes the namespace object of a module.
 *
 * Its target has the same keys as data properties that are writable and never written, so every result of the traps is
 * valid for a proxy.
 *
 * @param {readonly string[]} names the exported names, sorted by UTF-16 code units
 * @param {(name: string) => Getter | undefined} getterOf the getter of an export; `undefined` before the module is instantiated
 * @returns {object}
 */
export function makeNamespace(names, getterOf) {
  /** @type {{ [name: string]: Getter | undefined }} */
  const getters = nullPrototype({});
  const target = nullPrototype({});
  /** @type {(string | symbol)[]} */
  const keys = [];
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    defineProperty(keys, i, nullPrototype({ value: name, writable: true, enumerable: true, configurable: true }));
    defineProperty(target, name, nullPrototype({ value: undefined, writable: true, enumerable: true, configurable: false }));
  }
  defineProperty(keys, names.length, nullPrototype({ value: symbolToStringTag, writable: true, enumerable: true, configurable: true }));
  defineProperty(target, symbolToStringTag, nullPrototype({ value: "Module", writable: false, enumerable: false, configurable: false }));
  preventExtensions(target);

  const read = (/** @type {string} */ name) => {
    let getter = getters[name];
    if (getter === undefined) {
      getter = getterOf(name);
      if (getter === undefined) throw uninitialized(name);
      getters[name] = getter;
    }
    return getter();
  };
  const isExport = (/** @type {PropertyKey} */ key) => typeof key === "string" && hasOwn(target, key);
  const describe = (/** @type {PropertyKey} */ key) =>
    isExport(key)
      ? nullPrototype({ value: read(/** @type {string} */ (key)), writable: true, enumerable: true, configurable: false })
      : getOwnPropertyDescriptor(target, key);

  return new Proxy(target, freeze(nullPrototype({
    get: (/** @type {unknown} */ _, /** @type {PropertyKey} */ key) =>
      isExport(key) ? read(/** @type {string} */ (key)) : getOwnPropertyDescriptor(target, key)?.value,
    set: () => false,
    getOwnPropertyDescriptor: (/** @type {unknown} */ _, /** @type {PropertyKey} */ key) => describe(key),
    defineProperty: (/** @type {unknown} */ _, /** @type {PropertyKey} */ key, /** @type {PropertyDescriptor} */ wanted) => {
      const current = describe(key);
      if (current === undefined || hasOwn(wanted, "get") || hasOwn(wanted, "set")) return false;
      // An absent attribute is ignored: the descriptor that a trap receives inherits from the page's own prototype.
      const differs = (/** @type {"configurable" | "enumerable" | "writable"} */ name) => hasOwn(wanted, name) && wanted[name] !== current[name];
      if (differs("configurable") || differs("enumerable") || differs("writable")) return false;
      return !hasOwn(wanted, "value") || is(wanted.value, current.value);
    },
    deleteProperty: (/** @type {unknown} */ _, /** @type {PropertyKey} */ key) => (isExport(key) ? false : deleteProperty(target, key)),
    ownKeys: () => keys,
  })));
}
