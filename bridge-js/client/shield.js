// @ts-check
// JSON text that ignores `toJSON`: a page may define one on a prototype, which would forge messages.

import { defineHidden } from "../shared/define.js";
import { arrayPrototype, hasOwn, objectKeys, stringify } from "../shared/primordials.js";

/** @param {Record<string, unknown>} tree */
const shield = (tree) => {
  const keys = objectKeys(tree);
  for (let at = 0; at < keys.length; at += 1) {
    const member = tree[keys[at]];
    if (typeof member === "object" && member !== null) shield(/** @type {Record<string, unknown>} */ (member));
  }
  if (!hasOwn(tree, "toJSON")) defineHidden(tree, "toJSON", undefined);
};

/**
 * The text of a tree that the client made: it has no getters, cycles or functions.
 *
 * @param {unknown} tree
 * @returns {string}
 */
export const write = (tree) => {
  // Arrays inherit from Object.prototype too: one look-up is enough for both.
  const isPlanted = "toJSON" in arrayPrototype;
  if (isPlanted && typeof tree === "object" && tree !== null) shield(/** @type {Record<string, unknown>} */ (tree));
  return stringify(tree);
};
