// @ts-check
// Decoding of values: JSON, and the tags for values that JSON cannot represent.

import * as reviving from "#deferred/client/reviver.js";
import { parse, stringIncludes } from "../shared/primordials.js";

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
 * @param {import("./kinds.js").ReceiveFunction} [receive] makes the functions of the other side
 * @returns {unknown}
 */
export const decode = (text, attachments, depth, receive) => {
  const tree = parse(text);
  return mayHoldTags(text) ? reviving.revive(tree, attachments, depth, receive) : tree;
};
