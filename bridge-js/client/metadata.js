// @ts-check
// The metadata of a call: text such as the identity of a trace. Core and links pass it as one list: name, value, name, ...

import { list } from "../shared/lists.js";
import { freeze, getPrototypeOf, isArray, objectCreate, objectKeys } from "../shared/primordials.js";
import { exceeded, invalid } from "./errors.js";
import { kindOf } from "./brands.js";
import { step } from "./refusal.js";

/** @typedef {Readonly<Record<string, string>>} Metadata */

/** @type {Metadata} */
const NONE = freeze(objectCreate(null));

/**
 * @param {unknown} given the object of a caller, or one that arrived over a wire
 * @param {number} maximum characters, names and values together
 * @returns {string[] | undefined} `undefined` for an empty one
 */
export const metadataFrom = (given, maximum) => {
  if (given === undefined) return undefined;
  if (typeof given !== "object" || given === null || isArray(given) || kindOf(given, getPrototypeOf(given)) !== undefined) {
    throw invalid("metadata: expected an object of strings");
  }
  const names = objectKeys(given);
  if (names.length === 0) return undefined;
  const pairs = /** @type {string[]} */ (list(names.length * 2));
  let length = 0;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at];
    const value = /** @type {Record<string, unknown>} */ (given)[name];
    if (typeof value !== "string") throw invalid(`metadata${step(name)}: expected a string, got ${value === null ? "null" : typeof value}`);
    length += name.length + value.length;
    if (length > maximum) throw exceeded("metadata", "metadataLength", maximum);
    pairs[at * 2] = name;
    pairs[at * 2 + 1] = value;
  }
  return pairs;
};

/**
 * @param {string[] | undefined} pairs
 * @returns {Metadata} frozen, with a null prototype: it has only names that were sent
 */
export const metadataOf = (pairs) => {
  if (pairs === undefined) return NONE;
  /** @type {Record<string, string>} */
  const metadata = objectCreate(null);
  for (let at = 0; at < pairs.length; at += 2) metadata[pairs[at]] = pairs[at + 1];
  return freeze(metadata);
};
