// @ts-check
// JSON text without `toJSON`: a page may plant one that would forge what leaves.

import { ArrayPrototype, hasOwn, objectKeys, stringify } from "./primordials.js";
import { hide } from "./errors.js";

/** @param {Record<string, unknown>} tree */
const shield = (tree) => {
  const keys = objectKeys(tree);
  for (let at = 0; at < keys.length; at += 1) {
    const member = tree[keys[at]];
    if (typeof member === "object" && member !== null) shield(/** @type {Record<string, unknown>} */ (member));
  }
  if (!hasOwn(tree, "toJSON")) hide(tree, "toJSON", undefined);
};

/**
 * The text of a tree of our own making: no getters, no cycles, no functions in it.
 *
 * @param {unknown} tree
 * @returns {string}
 */
export const write = (tree) => {
  // Arrays inherit from Object.prototype too: one look covers both.
  const isPlanted = "toJSON" in ArrayPrototype;
  if (isPlanted && typeof tree === "object" && tree !== null) shield(/** @type {Record<string, unknown>} */ (tree));
  return stringify(tree);
};
