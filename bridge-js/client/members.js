// @ts-check
// The parts of a decoded message.

import { hasOwn } from "../shared/primordials.js";

/**
 * The value of an own property, or `undefined`: a property that a page defined on `Object.prototype` is not part of a message.
 *
 * @param {unknown} object
 * @param {string} key
 * @returns {unknown}
 */
export const own = (object, key) =>
  typeof object === "object" && object !== null && hasOwn(object, key) ? /** @type {Record<string, unknown>} */ (object)[key] : undefined;

/**
 * @param {unknown} value
 * @param {string} fallback
 */
export const textOr = (value, fallback) => (typeof value === "string" ? value : fallback);
