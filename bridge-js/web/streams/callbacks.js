// @ts-check
import { isObject } from "../../shared/is-object.js";
import { apply, TypeError } from "../../shared/primordials.js";
import { invoke, resolved } from "./promises.js";

/**
 * An argument that is an object of callbacks. `undefined` means no callbacks.
 *
 * @param {unknown} value
 * @param {string} method
 * @returns {{ [name: string]: unknown } | undefined}
 */
export function callbackObject(value, method) {
  if (value === undefined) return undefined;
  if (!isObject(value)) throw new TypeError(`${method}: the argument must be an object`);
  return /** @type {{ [name: string]: unknown }} */ (value);
}

/**
 * A callback of such an object.
 *
 * @param {{ [name: string]: unknown } | undefined} object
 * @param {string} name
 * @param {string} method
 * @returns {Function | undefined}
 */
export function callback(object, name, method) {
  const value = object?.[name];
  if (value === undefined) return undefined;
  if (typeof value !== "function") throw new TypeError(`${method}: ${name} must be a function`);
  return value;
}

/**
 * The algorithm that calls a callback, or does nothing where there is none.
 *
 * @param {Function | undefined} call
 * @param {unknown} receiver
 * @param {() => unknown} last the last argument: a controller, which is made later
 * @returns {(chunk?: unknown) => Promise<unknown>}
 */
export function algorithm(call, receiver, last) {
  if (call === undefined) return resolved;
  return (chunk) => invoke(call, receiver, [chunk, last()]);
}

/**
 * The same for a callback with one argument only.
 *
 * @param {Function | undefined} call
 * @param {unknown} receiver
 * @param {() => unknown} [argument] the argument, instead of that of the algorithm
 * @returns {(value?: unknown) => Promise<unknown>}
 */
export function plainAlgorithm(call, receiver, argument = undefined) {
  if (call === undefined) return resolved;
  return (value) => invoke(call, receiver, [argument === undefined ? value : argument()]);
}

/**
 * The same for a callback without arguments.
 *
 * @param {Function | undefined} call
 * @param {unknown} receiver
 * @returns {() => Promise<unknown>}
 */
export function bareAlgorithm(call, receiver) {
  return call === undefined ? resolved : () => invoke(call, receiver, []);
}

/**
 * @param {Function | undefined} call
 * @param {unknown} receiver
 * @param {() => unknown} controller
 * @returns {() => unknown} whose errors are thrown
 */
export function startAlgorithm(call, receiver, controller) {
  return () => (call === undefined ? undefined : apply(call, receiver, [controller()]));
}
