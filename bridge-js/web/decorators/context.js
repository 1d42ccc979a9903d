// @ts-check
// The context objects that decorators receive.

import { append } from "../../shared/lists.js";
import { TypeError } from "../../shared/primordials.js";

/** @typedef {"class" | "constructor" | "method" | "getter" | "setter" | "field" | "accessor"} Kind */

/**
 * @typedef {object} Facts
 * @property {Kind} kind
 * @property {string | symbol} name
 * @property {object} metadata
 * @property {boolean} [isStatic]
 * @property {boolean} [isPrivate]
 * @property {(object: object) => boolean} [has]
 * @property {(object: *) => unknown} [get]
 * @property {(object: *, value: unknown) => void} [set]
 */

/**
 * The context of one decorator, whose `addInitializer` works until `finish` is called.
 *
 * @param {Facts} facts
 * @param {Function[]} initializers
 */
export function makeContext(facts, initializers) {
  const { kind, name, metadata } = facts;
  let isDone = false;
  /** @type {{ [name: string]: unknown }} */
  const context = { kind, name };
  if (kind !== "class") {
    context.static = facts.isStatic ?? false;
    context.private = facts.isPrivate ?? false;
    context.access = makeAccess(facts);
  }
  context.metadata = metadata;
  context.addInitializer = (/** @type {unknown} */ initializer) => {
    if (isDone) throw new TypeError("Initializers cannot be added after the decorator has returned.");
    if (typeof initializer !== "function") throw new TypeError(`An initializer must be a function, not ${initializer === null ? "null" : typeof initializer}.`);
    append(initializers, initializer);
  };
  return { context, finish: () => { isDone = true; } };
}

/** @param {Facts} facts */
function makeAccess({ kind, name, isPrivate, has, get, set }) {
  /** @type {{ [name: string]: unknown }} */
  const access = { has: isPrivate ? has : (/** @type {object} */ object) => name in object };
  if (kind !== "setter") access.get = isPrivate ? get : (/** @type {*} */ object) => object[name];
  if (kind === "field" || kind === "setter" || kind === "accessor") {
    access.set = isPrivate ? set : (/** @type {*} */ object, /** @type {unknown} */ value) => {
      object[name] = value;
    };
  }
  return access;
}
