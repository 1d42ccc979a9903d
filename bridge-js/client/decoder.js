// @ts-check
// Decoding of values: JSON, and the tags for values that JSON cannot represent.

import * as reviving from "#deferred/client/reviver.js";
import { hasOwn, parse, stringIncludes } from "../shared/primordials.js";

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

/**
 * Whether JSON may contain tags, which are names that begin with `$`. The only other way to write that character is an escape.
 *
 * @param {string} text
 */
export const mayHoldTags = (text) => stringIncludes(text, '"$') || stringIncludes(text, "\\u0024");

/**
 * The value of a text from native code, which checks the depth itself.
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
