// @ts-check
// Completion for a line of input, without evaluating it.

import { valueOf } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { append } from "../../shared/lists.js";
import {
  charAt, endsWith, exec, globalObject, Object, ownKeys, Set, setAdd, setHas, sort, startsWith, stringSlice,
} from "../../shared/primordials.js";
import { findProperty, prototypeChain } from "../../shared/properties.js";
import { split } from "../../shared/text.js";

/** A path of names at the end of the line: `a.b.c`, `a.b.`, `a?.b`, or the beginning of one name. */
const pathPattern = /(?:[A-Za-z_$][\w$]*\??\.)*(?:[A-Za-z_$][\w$]*)?$/;
const namePattern = /^[A-Za-z_$][\w$]*$/;
const mostCandidates = 1000;
/** The longest path that is completed. */
const longestPath = 1000;

/**
 * The completions of the end of the line.
 *
 * @param {string} line
 * @returns {[candidates: string[], matched: string]} whole paths, and the text that they would replace
 */
export function complete(line) {
  const path = exec(pathPattern, stringSlice(line, -longestPath))?.[0] ?? "";
  // After a dot whose left side is not a plain path (`f().x`, `"text".l`) there are no candidates.
  const before = charAt(line, line.length - path.length - 1);
  if (before === "." || path === "") return [[], path];
  try {
    return [candidatesFor(path), path];
  } catch {
    // A trap of a proxy threw.
    return [[], path];
  }
}

/** @param {string} path */
function candidatesFor(path) {
  const names = split(path, ".");
  const partial = /** @type {string} */ (names[names.length - 1]);
  const prefix = stringSlice(path, 0, path.length - partial.length);
  const holder = follow(names);
  /** @type {string[]} */
  const candidates = [];
  if (holder === undefined) return candidates;
  const found = namesIn(holder);
  for (let i = 0; i < found.length && candidates.length < mostCandidates; i++) {
    const name = /** @type {string} */ (found[i]);
    if (startsWith(name, partial)) append(candidates, prefix + name);
  }
  return candidates;
}

/**
 * The object at the path without its last name. A getter in the path is not called.
 * @param {string[]} names
 */
function follow(names) {
  /** @type {object | undefined} */
  let holder = globalObject;
  for (let i = 0; i < names.length - 1 && holder !== undefined; i++) {
    const name = /** @type {string} */ (names[i]);
    holder = toObject(valueOf(findProperty(holder, endsWith(name, "?") ? stringSlice(name, 0, -1) : name)));
  }
  return holder;
}

/**
 * The object that has the properties of a value. `undefined` for `undefined` and `null`.
 * @param {unknown} value
 * @returns {object | undefined}
 */
function toObject(value) {
  if (value === undefined || value === null) return undefined;
  return isObject(value) ? value : Object(value);
}

/**
 * The names that can follow a dot, own and inherited, in order.
 * @param {object} holder
 */
function namesIn(holder) {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {string[]} */
  const names = [];
  const chain = prototypeChain(holder);
  for (let i = 0; i < chain.length; i++) {
    const keys = ownKeys(/** @type {object} */ (chain[i]));
    for (let k = 0; k < keys.length; k++) {
      const key = keys[k];
      if (typeof key !== "string" || setHas(seen, key) || exec(namePattern, key) === null) continue;
      setAdd(seen, key);
      append(names, key);
    }
  }
  return sort(names);
}
