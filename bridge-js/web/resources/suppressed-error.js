// @ts-check
// `SuppressedError`, as ECMA-262 specifies it.

import { defineHidden, nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { construct, defineProperty, Error, setPrototypeOf } from "../../shared/primordials.js";
import { NativeSuppressedError } from "./symbols.js";

/** @typedef {Error & { error: unknown, suppressed: unknown }} Suppressed */

/**
 * @this {unknown}
 * @param {unknown} error
 * @param {unknown} suppressed
 * @param {unknown} message
 */
function Own(error, suppressed, message) {
  const prototype = (new.target ?? Own).prototype;
  // An error of the engine's has a stack.
  const made = setPrototypeOf(construct(Error, []), isObject(prototype) ? prototype : Own.prototype);
  if (message !== undefined) defineHidden(made, "message", `${/** @type {string} */ (message)}`);
  defineHidden(made, "error", error);
  defineHidden(made, "suppressed", suppressed);
  return made;
}

function describe() {
  setPrototypeOf(Own, Error);
  setPrototypeOf(Own.prototype, Error.prototype);
  defineHidden(Own.prototype, "name", "SuppressedError");
  defineHidden(Own.prototype, "message", "");
  defineProperty(Own, "prototype", nullPrototype({ writable: false, enumerable: false, configurable: false }));
  defineProperty(Own, "name", nullPrototype({ value: "SuppressedError", writable: false, enumerable: false, configurable: true }));
  return Own;
}

export const SuppressedError = NativeSuppressedError ?? describe();

/**
 * The error that disposal ends with when it throws while another error is thrown.
 *
 * @param {unknown} error
 * @param {unknown} suppressed
 * @returns {Suppressed}
 */
export const suppress = (error, suppressed) => construct(SuppressedError, [error, suppressed]);
