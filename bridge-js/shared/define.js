// @ts-check
import { defineProperty, getOwnPropertyDescriptor, setPrototypeOf, TypeError } from "./primordials.js";

/**
 * Defines a data property that is writable, configurable and not enumerable, as browsers define globals.
 *
 * @param {object} target
 * @param {PropertyKey} name
 * @param {unknown} value
 * @returns {boolean} false if the target does not allow it
 */
export function defineHidden(target, name, value) {
  return defineProperty(target, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, value, writable: true, enumerable: false, configurable: true }));
}

/**
 * Defines a data property that is writable, configurable and enumerable, as Web IDL has the attributes of the global object.
 *
 * @param {object} target
 * @param {PropertyKey} name
 * @param {unknown} value
 * @returns {boolean} false if the target does not allow it
 */
export function defineShown(target, name, value) {
  return defineProperty(target, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, value, writable: true, enumerable: true, configurable: true }));
}

/**
 * Defines an enumerable data property that nobody can change.
 *
 * @param {object} target
 * @param {string} name
 * @param {unknown} value
 */
export function defineConstant(target, name, value) {
  const descriptor = /** @type {PropertyDescriptor} */ ({ __proto__: null, value, enumerable: true });
  if (!defineProperty(target, name, descriptor)) throw new TypeError(`${name} is defined already and cannot be redefined`);
}

/**
 * Defines an accessor.
 * @param {object} target
 * @param {PropertyKey} name
 * @param {() => unknown} get
 * @param {((value: unknown) => void) | undefined} [set]
 * @param {boolean} [isEnumerable]
 */
export function defineAccessor(target, name, get, set, isEnumerable = false) {
  defineProperty(target, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, get, set, enumerable: isEnumerable, configurable: true }));
}

/**
 * Defines a data property, as `defineHidden` does, whose value is made when it is first read.
 *
 * Until then the property is an accessor.
 *
 * @param {object} target
 * @param {string} name
 * @param {(name: string) => unknown} make
 * @param {boolean} [isEnumerable] as the attributes and operations of the global object are
 */
export function defineDeferred(target, name, make, isEnumerable = false) {
  const define = isEnumerable ? defineShown : defineHidden;
  /** @this {object} */
  const set = function (/** @type {unknown} */ value) {
    define(this, name, value);
  };
  const get = () => {
    const value = make(name);
    // Code that kept the getter may call it after the property was redefined.
    if (getOwnPropertyDescriptor(target, name)?.get === get) define(target, name, value);
    return value;
  };
  deferred[deferred.length] = get;
  // One descriptor for all: each context defines many globals, and this halves the time of a definition.
  description.get = get;
  description.set = set;
  description.enumerable = isEnumerable;
  defineProperty(target, name, description);
}

/** The getters of deferred properties. @type {(() => unknown)[]} */
const deferred = /* @__PURE__ */ setPrototypeOf([], null);
/** @type {PropertyDescriptor} */
const description = /** @type {*} */ ({ __proto__: null, get: undefined, set: undefined, enumerable: false, configurable: true });

/**
 * The value that reading a property returns, as far as it is known without running code of a page.
 * @param {PropertyDescriptor | undefined} descriptor
 * @returns {unknown}
 */
export function valueOf(descriptor) {
  const get = descriptor?.get;
  return get !== undefined && isDeferred(get) ? get() : descriptor?.value;
}

/** @param {() => unknown} get */
function isDeferred(get) {
  for (let i = 0; i < deferred.length; i++) if (deferred[i] === get) return true;
  return false;
}

/**
 * The same object with a null prototype, so that it has no properties that a page defines on `Object.prototype`.
 * @template {object} T
 * @param {T} object
 * @returns {T}
 */
export function nullPrototype(object) {
  return setPrototypeOf(object, null);
}
