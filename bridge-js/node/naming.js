// @ts-check
import { defineProperty, getOwnPropertyDescriptor, ownKeys } from "../shared/primordials.js";
import { nullPrototype } from "../shared/define.js";

/**
 * Gives each function of an object, as far as it has no name, that of its property: errors and packages show it.
 *
 * @param {any} holder
 */
export function nameMethods(holder) {
  const keys = ownKeys(holder);
  for (let i = 0; i < keys.length; i++) {
    const key = /** @type {PropertyKey} */ (keys[i]);
    const value = getOwnPropertyDescriptor(holder, key)?.value;
    if (typeof key !== "string" || typeof value !== "function" || key === "constructor") continue;
    if (value.name === "") defineProperty(value, "name", nullPrototype({ value: key, writable: false, enumerable: false, configurable: true }));
  }
  return holder;
}
