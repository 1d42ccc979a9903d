// @ts-check
import { defineHidden, nullPrototype } from "../shared/define.js";
import { isObject } from "../shared/is-object.js";
import {
  defineProperty, getOwnPropertyDescriptor, Map, ownKeys, Set, setAdd, symbolFor, symbolToStringTag, TypeError,
} from "../shared/primordials.js";

/**
 * The prototypes of the interfaces.
 * @type {Set<object>}
 */
export const interfaces = new Set();

/**
 * How `structuredClone` copies the instances of an interface, by its prototype. The function returns `undefined` for an object
 * that only inherits from it.
 * @type {Map<object, (value: object) => object | undefined>}
 */
export const cloners = new Map();

/** @typedef {{ isReady: () => boolean, move: () => object }} Transfer whether it can be moved, and the object that replaces it */

/**
 * How `structuredClone` transfers the instances of an interface, as above.
 * @type {Map<object, (value: object) => Transfer | undefined>}
 */
export const transferers = new Map();

/** The argument with which our code calls constructors that a page may not call. */
export const internal = {};

/** @param {unknown} caller the argument of such a constructor */
export function requireInternal(caller) {
  if (caller !== internal) throw new TypeError("Illegal constructor");
}

/**
 * Gives a class the form that Web IDL requires of an interface: its name as tag, enumerable attributes and operations, and
 * constants on both the class and its prototype.
 *
 * @param {Function} type
 * @param {{ [name: string]: number }} [constants]
 */
export function describeInterface(type, constants) {
  setAdd(interfaces, type.prototype);
  listMembers(type.prototype);
  listMembers(type);
  const tag = { value: type.name, writable: false, enumerable: false, configurable: true };
  defineProperty(type.prototype, symbolToStringTag, nullPrototype(tag));
  if (constants === undefined) return;
  const names = ownKeys(constants);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    const constant = nullPrototype({ value: constants[name], writable: false, enumerable: true, configurable: false });
    defineProperty(type, name, constant);
    defineProperty(type.prototype, name, constant);
  }
}

/** @param {object} holder the class or its prototype */
function listMembers(holder) {
  const names = ownKeys(holder);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {PropertyKey} */ (names[i]);
    if (typeof name === "symbol" || name === "constructor") continue;
    const { value, get } = /** @type {PropertyDescriptor} */ (nullPrototype(getOwnPropertyDescriptor(holder, name) ?? {}));
    if (typeof value === "function" || get !== undefined) defineProperty(holder, name, nullPrototype({ enumerable: true }));
  }
}

/**
 * Makes the inspector show the instances of a class as `Name { ... }` with the values of their getters.
 *
 * @template {object} T
 * @param {{ new (...parameters: never[]): T, readonly name: string, readonly prototype: T }} type
 * @param {(instance: T, inspect: (value: unknown) => string, breakLength: number) => object | string} fields an object, or the text itself
 */
export function defineInspection(type, fields) {
  const { name } = type;
  /**
   * @this {T}
   * @param {number} depth
   * @param {{ breakLength?: number }} options
   * @param {(value: unknown, options: object) => string} inspect
   */
  function show(depth, options, inspect) {
    if (depth < 0) return `[${name}]`;
    const inspectWithin = (/** @type {unknown} */ value) => inspect(value, { ...options, depth });
    const shown = fields(this, inspectWithin, options.breakLength ?? 80);
    return `${name} ${typeof shown === "string" ? shown : inspectWithin(shown)}`;
  }
  defineHidden(type.prototype, symbolFor("nodejs.util.inspect.custom"), show);
}

/**
 * A dictionary argument: `undefined` and `null` mean an empty dictionary; any other primitive value is rejected.
 *
 * @template {object} T
 * @param {T | null | undefined} value
 * @param {string} method the name in the error
 * @returns {T}
 */
export function dictionary(value, method) {
  if (value === undefined || value === null) return nullPrototype(/** @type {T} */ ({}));
  if (!isObject(value)) throw new TypeError(`${method}: the options must be an object, not ${typeof value}`);
  return value;
}

/**
 * @param {string} method
 * @param {number} given
 * @param {number} required
 */
export function requireArguments(method, given, required) {
  if (given >= required) return;
  const wanted = required === 1 ? "an argument is required" : `${required} arguments are required, ${given} given`;
  throw new TypeError(`${method}: ${wanted}`);
}
