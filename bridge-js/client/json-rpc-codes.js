// @ts-check
// Errors on the wire: numbers of JSON-RPC for every implementation, codes of the bridge in `data`.

import { hasOwn, parse } from "../shared/primordials.js";
import { own, textOr } from "./values.js";
import { write } from "./shield.js";

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
 * The error object on the wire for an `$error` content.
 *
 * @param {string} text
 * @returns {string}
 */
export const errorToWire = (text) => {
  const content = parse(text);
  const data = /** @type {Members} */ ({ __proto__: null });
  for (let at = 0; at < MOVED.length; at += 1) {
    const key = MOVED[at];
    if (hasOwn(content, key)) data[key] = content[key];
  }
  const message = textOr(own(content, "message"), "");
  return write({ code: numberOf(own(content, "code")), message, data });
};

const MOVED = ["code", "name", "data", "method", "stack", "cause"];

/**
 * The `$error` content of an error object on the wire. Its values stay encoded.
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
    // The data of another implementation is kept whole.
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
