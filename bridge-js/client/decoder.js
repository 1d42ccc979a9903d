// @ts-check
// Values on their way in: JSON, and what JSON cannot say where there is any.

import * as reviving from "#deferred/client/reviver.js";
import { hasOwn, parse, stringIncludes } from "./primordials.js";

/**
 * An own value, or `undefined`: what a page planted on `Object.prototype` is no part of a message.
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

/**
 * Whether JSON may hold tags: names that begin with `$`, which can be written in one other way.
 *
 * @param {string} text
 */
export const mayHoldTags = (text) => stringIncludes(text, '"$') || stringIncludes(text, "\\u0024");

/**
 * The value of a text from native code, which keeps to the depth itself.
 *
 * @param {string} text
 * @param {unknown[] | undefined} attachments
 * @param {number} depth
 * @returns {unknown}
 */
export const decode = (text, attachments, depth) => {
  const tree = parse(text);
  return mayHoldTags(text) ? reviving.revive(tree, attachments, depth) : tree;
};
