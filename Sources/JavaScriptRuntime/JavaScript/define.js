// @ts-check
import { defineProperty, ownKeys, setPrototypeOf, symbolFor, symbolToStringTag } from "./primordials.js";

/**
 * Defines a data property that can be changed and is not listed, as browsers define globals.
 * @param {object} target
 * @param {PropertyKey} name
 * @param {unknown} value
 */
export function defineHidden(target, name, value) {
  /** @type {PropertyDescriptor} */
  const descriptor = { value, writable: true, enumerable: false, configurable: true };
  defineProperty(target, name, nullPrototype(descriptor));
}

/**
 * Defines an accessor that is not listed.
 * @param {object} target
 * @param {PropertyKey} name
 * @param {() => unknown} get
 * @param {((value: unknown) => void) | undefined} [set]
 */
export function defineAccessor(target, name, get, set) {
  /** @type {PropertyDescriptor} */
  const descriptor = { get, set, enumerable: false, configurable: true };
  defineProperty(target, name, nullPrototype(descriptor));
}

/**
 * Gives a class the look of a web interface: its name as tag, and constants on both sides.
 * @param {Function} type
 * @param {{ [name: string]: number }} [constants]
 */
export function describeInterface(type, constants = {}) {
  const tag = { value: type.name, writable: false, enumerable: false, configurable: true };
  defineProperty(type.prototype, symbolToStringTag, nullPrototype(tag));
  const names = ownKeys(constants);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    const constant = nullPrototype({ value: constants[name], writable: false, enumerable: true, configurable: false });
    defineProperty(type, name, constant);
    defineProperty(type.prototype, name, constant);
  }
}

/**
 * Has the instances of a class shown as `Name { ... }` with what they tell through getters.
 *
 * @template {object} T
 * @param {{ new (...parameters: never[]): T, readonly name: string, readonly prototype: T }} type
 * @param {(instance: T) => object} fields
 */
export function defineInspection(type, fields) {
  const { name } = type;
  /**
   * @this {T}
   * @param {number} depth
   * @param {object} options
   * @param {(value: object, options: object) => string} inspect
   */
  function show(depth, options, inspect) {
    return depth < 0 ? `[${name}]` : `${name} ${inspect(fields(this), { ...options, depth })}`;
  }
  defineHidden(type.prototype, symbolFor("nodejs.util.inspect.custom"), show);
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
