// @ts-check
// Errors on the wire: JSON-RPC's numbers for everyone, our codes in `data` for those who know them.

import { ArrayPrototype, hasOwn, objectKeys, parse, stringify } from "./primordials.js";
import { hide } from "./errors.js";
import { own, textOr } from "./values.js";

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;
const OTHER = -32000;

/** @typedef {Record<string, unknown>} Members */

/** @param {unknown} code */
const numberOf = (code) => {
  if (code === "UNIMPLEMENTED") return -32601;
  if (code === "INVALID_ARGUMENT") return INVALID_PARAMS;
  if (code === "INTERNAL") return -32603;
  return code === "CANCELLED" ? -32800 : OTHER;
};

/** @param {unknown} number */
const codeOf = (number) => {
  switch (number) {
    case -32601:
      return "UNIMPLEMENTED";
    case PARSE_ERROR:
    case INVALID_REQUEST:
    case INVALID_PARAMS:
      return "INVALID_ARGUMENT";
    case -32603:
      return "INTERNAL";
    case -32800:
      return "CANCELLED";
    default:
      return "UNKNOWN";
  }
};

/**
 * The wire's error object of an `$error` content.
 *
 * @param {string} text
 * @returns {string}
 */
export const errorToWire = (text) => {
  const content = parse(text);
  if ("toJSON" in ArrayPrototype) shield(content);
  const data = /** @type {Members} */ ({ __proto__: null });
  for (let at = 0; at < MOVED.length; at += 1) {
    const key = MOVED[at];
    if (hasOwn(content, key)) data[key] = content[key];
  }
  const message = textOr(own(content, "message"), "");
  return stringify({ __proto__: null, code: numberOf(own(content, "code")), message, data });
};

/**
 * Keeps a `toJSON` that a page planted away from what will be written.
 *
 * @param {Members} tree
 */
const shield = (tree) => {
  const keys = objectKeys(tree);
  for (let at = 0; at < keys.length; at += 1) {
    const member = tree[keys[at]];
    if (typeof member === "object" && member !== null) shield(/** @type {Members} */ (member));
  }
  if (!hasOwn(tree, "toJSON")) hide(tree, "toJSON", undefined);
};

const MOVED = ["code", "name", "data", "method", "stack", "cause"];

/**
 * The `$error` content of the wire's error object, its values still encoded.
 *
 * @param {unknown} error
 * @returns {Members}
 */
export const errorFromWire = (error) => {
  const content = /** @type {Members} */ ({ __proto__: null });
  content.code = codeOf(own(error, "code"));
  content.message = textOr(own(error, "message"), "");
  const data = own(error, "data");
  if (typeof own(data, "code") !== "string") {
    // Another implementation's data: kept whole.
    if (data !== undefined) content.data = data;
    return content;
  }
  for (let at = 0; at < MOVED.length; at += 1) {
    const key = MOVED[at];
    const part = own(data, key);
    if (part !== undefined) content[key] = part;
  }
  return content;
};
