// @ts-check
import { defineHidden, nullPrototype } from "./define.js";
import { defineProperty, ownKeys, Set, setAdd, symbolFor, symbolToStringTag } from "./primordials.js";

/**
 * The prototypes of the interfaces.
 * @type {Set<object>}
 */
export const interfaces = new Set();

/**
 * Gives a class the look of a web interface: its name as tag, and constants on both sides.
 * @param {Function} type
 * @param {{ [name: string]: number }} [constants]
 */
export function describeInterface(type, constants = {}) {
  setAdd(interfaces, type.prototype);
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
