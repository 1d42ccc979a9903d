// @ts-check
// Decoding of the tags for values that JSON cannot represent.
//
// An object with an unknown tag, or with a tag whose content is malformed, stays as it is.

import { errorClasses } from "../shared/classes.js";
import { defineHidden } from "../shared/define.js";
import {
  BigInt, Date, Error, hasOwn, isArray, isSafeInteger, Map, mapSet, objectKeys, Set, setAdd,
} from "../shared/primordials.js";
import { BridgeError, exceeded } from "./errors.js";
import { MOST_DIGITS } from "./kinds.js";
import { decodeBytes, viewOf } from "./bytes.js";
import { own, textOr } from "./members.js";

/** @typedef {Record<string, unknown>} Members */
/** @typedef {import("./kinds.js").ReceiveFunction} Receive */

/**
 * @param {unknown} text
 * @returns {text is string}
 */
const isBigIntText = (text) => {
  if (typeof text !== "string" || text.length > MOST_DIGITS) return false;
  const first = text[0] === "-" ? 1 : 0;
  if (text.length === first) return false;
  for (let at = first; at < text.length; at += 1) {
    if (text[at] < "0" || text[at] > "9") return false;
  }
  return true;
};

/**
 * An error from its decoded content.
 *
 * @param {Members} content
 * @returns {Error}
 */
export const errorFrom = (content) => {
  const message = textOr(own(content, "message"), "");
  const code = own(content, "code");
  const cause = own(content, "cause");
  const stack = own(content, "stack");
  const name = textOr(own(content, "name"), "Error");
  /** @type {Error} */
  let error;
  if (typeof code === "string") {
    const method = own(content, "method");
    error = new BridgeError(code, message, { data: own(content, "data"), cause, method: typeof method === "string" ? method : undefined });
  } else {
    const known = errorClasses[name];
    error = new (known ?? Error)(message);
    if (known === undefined) defineHidden(error, "name", name);
    if (cause !== undefined) defineHidden(error, "cause", cause);
    if (hasOwn(content, "data")) defineHidden(error, "data", own(content, "data"));
  }
  if (typeof stack === "string") defineHidden(error, "stack", stack);
  return error;
};

class Reviver {
  #attachments;
  #depth;
  #receive;

  /**
   * @param {unknown[] | undefined} attachments
   * @param {number} depth
   * @param {Receive | undefined} receive
   */
  constructor(attachments, depth, receive) {
    this.#attachments = attachments;
    this.#depth = depth;
    this.#receive = receive;
  }

  /**
   * @param {unknown} value the result of `JSON.parse`; it is changed in place
   * @param {number} depth
   * @returns {unknown}
   */
  revive(value, depth) {
    if (typeof value !== "object" || value === null) return value;
    if (depth === 0) throw exceeded("message", "depth", this.#depth);
    if (isArray(value)) return this.#elements(value, depth);
    const keys = objectKeys(value);
    if (keys.length !== 1 || keys[0][0] !== "$") return this.#members(/** @type {Members} */ (value), keys, depth);
    return this.#tagged(/** @type {Members} */ (value), keys, depth);
  }

  /**
   * @param {unknown[]} elements
   * @param {number} depth
   */
  #elements(elements, depth) {
    for (let at = 0; at < elements.length; at += 1) {
      const element = elements[at];
      if (typeof element === "object") elements[at] = this.revive(element, depth - 1);
    }
    return elements;
  }

  /**
   * @param {Members} members
   * @param {string[]} keys
   * @param {number} depth
   */
  #members(members, keys, depth) {
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at];
      const member = members[key];
      // The property exists already, so that the store runs no setter, not even that of `__proto__`.
      if (typeof member === "object") members[key] = this.revive(member, depth - 1);
    }
    return members;
  }

  /**
   * @param {Members} object with the one key
   * @param {string[]} keys
   * @param {number} depth
   */
  #tagged(object, keys, depth) {
    const content = object[keys[0]];
    switch (keys[0]) {
      case "$undefined":
        return content === true ? undefined : object;
      case "$number":
        return numberNamed(content) ?? object;
      case "$bigint":
        return isBigIntText(content) ? BigInt(content) : object;
      case "$date":
        if (content === null) return new Date(NaN);
        return typeof content === "number" ? new Date(content) : object;
      case "$bytes":
        return this.#bytes(content) ?? object;
      case "$reference":
        return this.#receive?.(content) ?? object;
      case "$object":
        if (!isMembers(content)) break;
        return this.#members(content, objectKeys(content), depth);
      case "$error":
        if (!isMembers(content)) break;
        return errorFrom(this.#members(content, objectKeys(content), depth));
      case "$map":
        if (!isArray(content) || !isPairs(content)) break;
        return this.#map(content, depth);
      case "$set":
        if (!isArray(content)) break;
        return this.#set(content, depth);
    }
    return this.#members(object, keys, depth);
  }

  /**
   * @param {unknown[]} entries
   * @param {number} depth
   */
  #map(entries, depth) {
    this.#elements(entries, depth);
    const map = new Map();
    for (let at = 0; at < entries.length; at += 1) {
      const entry = /** @type {unknown[]} */ (entries[at]);
      mapSet(map, entry[0], entry[1]);
    }
    return map;
  }

  /**
   * @param {unknown[]} elements
   * @param {number} depth
   */
  #set(elements, depth) {
    this.#elements(elements, depth);
    const set = new Set();
    for (let at = 0; at < elements.length; at += 1) setAdd(set, elements[at]);
    return set;
  }

  /** @param {unknown} content */
  #bytes(content) {
    if (!isArray(content) || content.length !== 2) return undefined;
    const bytes = content[0];
    const name = content[1];
    if (typeof name !== "string") return undefined;
    if (typeof bytes === "string") return decodeBytes(bytes, name);
    const attachments = this.#attachments;
    if (attachments === undefined || !isSafeInteger(bytes) || bytes < 0 || bytes >= attachments.length) return undefined;
    return viewOf(attachments[bytes], name);
  }
}

/**
 * @param {unknown} value
 * @returns {value is Members}
 */
const isMembers = (value) => typeof value === "object" && value !== null && !isArray(value);

/** @param {unknown[]} entries */
const isPairs = (entries) => {
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at];
    if (!isArray(entry) || entry.length !== 2) return false;
  }
  return true;
};

/** @param {unknown} name */
const numberNamed = (name) => {
  if (name === "NaN") return NaN;
  if (name === "Infinity") return Infinity;
  if (name === "-Infinity") return -Infinity;
  return name === "-0" ? -0 : undefined;
};

/**
 * Replaces the tags in parsed bridge JSON by their values, in place.
 *
 * @param {unknown} tree
 * @param {unknown[] | undefined} attachments
 * @param {number} depth the maximum depth; a deeper value throws `RESOURCE_EXHAUSTED`
 * @param {Receive} [receive] makes the functions of the other side; where it is left out, there are none
 */
export const revive = (tree, attachments, depth, receive) => new Reviver(attachments, depth, receive).revive(tree, depth);
