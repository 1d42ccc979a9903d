// @ts-check
import { defineProperty, getOwnPropertyDescriptor, setPrototypeOf, WeakSet, weakSetAdd, weakSetHas } from "./primordials.js";

/**
 * Defines a data property that can be changed and is not listed, as browsers define globals.
 * @param {object} target
 * @param {PropertyKey} name
 * @param {unknown} value
 */
export function defineHidden(target, name, value) {
  defineProperty(target, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, value, writable: true, enumerable: false, configurable: true }));
}

/**
 * Defines an accessor that is not listed.
 * @param {object} target
 * @param {PropertyKey} name
 * @param {() => unknown} get
 * @param {((value: unknown) => void) | undefined} [set]
 */
export function defineAccessor(target, name, get, set) {
  defineProperty(target, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, get, set, enumerable: false, configurable: true }));
}

/**
 * Defines a data property, as `defineHidden` does, whose value is made when it is first looked at.
 *
 * Until then the property shows as an accessor.
 *
 * @param {object} target
 * @param {string} name
 * @param {{ readonly [name: string]: unknown }} module a deferred one, whose export of that name is the value
 */
export function defineDeferred(target, name, module) {
  /** @this {object} */
  const set = function (/** @type {unknown} */ value) {
    defineHidden(this, name, value);
  };
  const get = () => {
    const value = module[name];
    // Code that kept the getter may call it when the property is something else already.
    if (getOwnPropertyDescriptor(target, name)?.get === get) defineHidden(target, name, value);
    return value;
  };
  weakSetAdd(deferred, get);
  defineAccessor(target, name, get, set);
}

/** @type {WeakSet<Function>} */
const deferred = new WeakSet();

/**
 * What reading a property gives, as far as it can be said without running user code.
 * @param {PropertyDescriptor | undefined} descriptor
 * @returns {unknown}
 */
export function valueOf(descriptor) {
  const get = descriptor?.get;
  return get !== undefined && weakSetHas(deferred, get) ? get() : descriptor?.value;
}

/**
 * The same object, out of reach of what user code may put on `Object.prototype`.
 * @template {object} T
 * @param {T} object
 * @returns {T}
 */
export function nullPrototype(object) {
  return setPrototypeOf(object, null);
}
