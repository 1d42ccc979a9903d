// @ts-check
// A thrown value as the content of an `$error`: name, message, code, data, method, stack, cause.

import { ceil, getPrototypeOf, isArray, String, stringSlice, symbolToString } from "../shared/primordials.js";
import { BridgeError } from "./errors.js";
import { kindOf } from "./brands.js";

/** @typedef {Record<string, unknown>} Content */

/**
 * The members of an error that cross. Throws what its getters throw.
 *
 * @param {object} error
 * @returns {Content} a null-prototype object
 */
export const contentOf = (error) => {
  const { name, message, code, data, stack, cause } = /** @type {Content} */ (error);
  /** @type {Content} */
  const content = /** @type {Content} */ ({ __proto__: null });
  content.name = typeof name === "string" ? name : "Error";
  content.message = typeof message === "string" ? message : "";
  if (typeof code === "string") content.code = code;
  if (data !== undefined) content.data = data;
  else if (name === "AggregateError") addErrors(content, error);
  if (BridgeError.isBridgeError(error) && typeof error.method === "string") content.method = error.method;
  if (typeof stack === "string") content.stack = stack;
  if (cause !== undefined) content.cause = cause;
  return content;
};

/**
 * The errors that the error of `Promise.any` collects are its data: its message says nothing about them.
 *
 * @param {Content} content
 * @param {object} error
 */
const addErrors = (content, error) => {
  const { errors } = /** @type {Content} */ (error);
  if (isArray(errors) && errors.length > 0) content.data = { errors };
};

/**
 * The code of an error without one: two names of the DOM correspond to two codes.
 *
 * @param {unknown} name
 */
const codeOf = (name) => {
  if (name === "AbortError") return "CANCELLED";
  return name === "TimeoutError" ? "DEADLINE_EXCEEDED" : "UNKNOWN";
};

/** @param {unknown} value a primitive or a function */
const describe = (value) => {
  if (typeof value === "string") return value;
  if (typeof value === "function") return "a function was thrown";
  return typeof value === "symbol" ? `${symbolToString(value)} was thrown` : `${String(value)} was thrown`;
};

/**
 * The answer to a thrown value: an `$error` content with a code.
 *
 * @param {unknown} thrown
 * @returns {Content}
 */
export const answerTo = (thrown) => {
  if (typeof thrown !== "object" || thrown === null) {
    return /** @type {Content} */ ({ __proto__: null, name: "Error", message: describe(thrown), code: "UNKNOWN" });
  }
  const content = contentOf(thrown);
  const isError = kindOf(thrown, getPrototypeOf(thrown)) === "Error";
  if (content.message === "" && !content.code) {
    content.message = `${isError ? content.name : "an object"} without a message was thrown`;
  }
  content.code ||= codeOf(content.name);
  if (!isError && content.data === undefined) content.data = thrown;
  return content;
};

/**
 * The content for an error that cannot cross: the text members that can be read, each cut so that all of them fit.
 *
 * @param {unknown} thrown
 * @param {unknown} why
 * @param {number} maximum characters of the answer's text
 * @returns {Content}
 */
export const plainAnswerTo = (thrown, why, maximum) => {
  // Four members, whose characters may take six each in JSON, and the text around them.
  const longest = ceil(maximum / 32);
  /** @type {Content} */
  const content = /** @type {Content} */ ({ __proto__: null, name: "Error", message: "", code: "UNKNOWN" });
  for (let at = 0; at < 4; at += 1) {
    try {
      const key = PARTS[at];
      const part = /** @type {Content} */ (thrown)[key];
      if (typeof part === "string") content[key] = stringSlice(part, 0, longest);
    } catch {
      // Reading this member throws: the others may not.
    }
  }
  if (content.message === "") content.message = `the thrown error cannot cross: ${BridgeError.isBridgeError(why) ? why.message : "it cannot be read"}`;
  return content;
};

const PARTS = ["name", "message", "code", "stack"];
