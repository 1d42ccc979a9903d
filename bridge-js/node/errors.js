// @ts-check
// The errors of Node's modules: ordinary classes with a code, and the texts that packages and their tests expect.

import * as inspector from "#deferred/web/inspect/inspector.js";
import { defineHidden } from "../shared/define.js";
import { isObject } from "../shared/is-object.js";
import {
  charAt, endsWith, Error, exec, indexOf, isArray, join, numberToString, RangeError, stringIncludes, stringSlice, toLowerCase, TypeError,
} from "../shared/primordials.js";
import { peek } from "../shared/properties.js";
import { push, replace, slice } from "./node-primordials.js";

const primitives = ["string", "function", "number", "object", "Function", "Object", "boolean", "bigint", "symbol"];

/**
 * @param {any} Class
 * @param {string} code
 * @param {string} message
 * @returns {any}
 */
export function nodeError(Class, code, message) {
  const error = new Class(message);
  error.code = code;
  defineHidden(error, "toString", function () {
    return `${this.name} [${code}]: ${this.message}`;
  });
  return error;
}

const inspect = (value, options) => inspector.inspect(value, options ?? { __proto__: null });

/** The words of a list: `a`, `a or b`, `a, b, or c`. */
function either(words) {
  if (words.length <= 2) return join(words, " or ");
  return `${join(slice(words, 0, -1), ", ")}, or ${words[words.length - 1]}`;
}

/** @param {unknown} value */
export function received(value) {
  if (value === null || value === undefined) return ` Received ${value}`;
  if (typeof value === "function") return ` Received function ${peek(value, "name") ?? ""}`;
  if (isObject(value)) {
    const name = peek(/** @type {any} */ (peek(value, "constructor")) ?? {}, "name");
    return name ? ` Received an instance of ${name}` : ` Received ${inspect(value, { __proto__: null, depth: -1 })}`;
  }
  let text = inspect(value);
  if (text.length > 28) text = `${stringSlice(text, 0, 25)}...`;
  return ` Received type ${typeof value} (${text})`;
}

/**
 * @param {string} name
 * @param {string | string[]} expected
 * @param {unknown} actual
 */
export function invalidArgType(name, expected, actual) {
  const all = typeof expected === "string" ? [expected] : expected;
  const types = [];
  const classes = [];
  const others = [];
  for (let i = 0; i < all.length; i++) {
    const word = all[i];
    if (indexOf(primitives, word) >= 0) push(types, toLowerCase(word));
    else if (exec(/^([A-Z][a-z0-9]*)+$/, word) !== null) push(classes, word);
    else push(others, word);
  }
  const at = indexOf(types, "object");
  if (classes.length > 0 && at >= 0) {
    types.splice(at, 1);
    push(classes, "Object");
  }
  let text = endsWith(name, " argument") ? `The ${name} ` : `The "${name}" ${stringIncludes(name, ".") ? "property" : "argument"} `;
  text += "must be ";
  if (types.length > 0) {
    text += `${types.length > 1 ? "one of type" : "of type"} ${either(types)}`;
    if (classes.length > 0 || others.length > 0) text += " or ";
  }
  if (classes.length > 0) {
    text += `an instance of ${either(classes)}`;
    if (others.length > 0) text += " or ";
  }
  if (others.length > 1) text += `one of ${either(others)}`;
  else if (others.length === 1) text += `${toLowerCase(others[0]) !== others[0] ? "an " : ""}${others[0]}`;
  return nodeError(TypeError, "ERR_INVALID_ARG_TYPE", `${text}.${received(actual)}`);
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {string} [reason]
 * @param {any} [Class]
 */
export function invalidArgValue(name, value, reason = "is invalid", Class = TypeError) {
  let text = inspect(value);
  if (text.length > 128) text = `${stringSlice(text, 0, 128)}...`;
  const type = stringIncludes(name, ".") ? "property" : "argument";
  return nodeError(Class, "ERR_INVALID_ARG_VALUE", `The ${type} '${name}' ${reason}. Received ${text}`);
}

/** Digits with separators. */
function separated(text) {
  const sign = charAt(text, 0) === "-" ? "-" : "";
  return sign + replace(stringSlice(text, sign.length), /\B(?=(\d{3})+$)/g, "_");
}

/**
 * @param {string} name
 * @param {string} range
 * @param {any} input
 */
export function outOfRange(name, range, input) {
  let text;
  if (typeof input === "number" && input % 1 === 0 && (input > 2 ** 32 || input < -(2 ** 32))) text = separated(numberToString(input));
  else if (typeof input === "bigint") text = `${input > 2n ** 32n || input < -(2n ** 32n) ? separated(`${input}`) : input}n`;
  else text = inspect(input);
  return nodeError(RangeError, "ERR_OUT_OF_RANGE", `The value of "${name}" is out of range. It must be ${range}. Received ${text}`);
}

/** @param {string} message */
export const abortError = (message = "The operation was aborted", cause = undefined) => {
  const error = nodeError(Error, "ABORT_ERR", message);
  defineHidden(error, "name", "AbortError");
  if (cause !== undefined) defineHidden(error, "cause", cause);
  return error;
};

export function validateString(value, name) {
  if (typeof value !== "string") throw invalidArgType(name, "string", value);
}

export function validateFunction(value, name) {
  if (typeof value !== "function") throw invalidArgType(name, "function", value);
}

export function validateObject(value, name) {
  if (value === null || typeof value !== "object" || isArray(value)) throw invalidArgType(name, "Object", value);
}

export function validateBoolean(value, name) {
  if (typeof value !== "boolean") throw invalidArgType(name, "boolean", value);
}

/**
 * @param {unknown} value
 * @param {string} name of the argument, for the error
 * @param {number} [low] the least that is allowed; any where it is absent
 * @param {number} [high]
 */
export function validateNumber(value, name, low = undefined, high = undefined) {
  if (typeof value !== "number") throw invalidArgType(name, "number", value);
  if ((low !== undefined && value < low) || (high !== undefined && value > high) || ((low !== undefined || high !== undefined) && value !== value)) {
    throw outOfRange(name, `${low !== undefined ? `>= ${low}` : ""}${low !== undefined && high !== undefined ? " && " : ""}${high !== undefined ? `<= ${high}` : ""}`, value);
  }
}

export function validateInteger(value, name, low = -9007199254740991, high = 9007199254740991) {
  if (typeof value !== "number") throw invalidArgType(name, "number", value);
  if (value % 1 !== 0) throw outOfRange(name, "an integer", value);
  if (value < low || value > high) throw outOfRange(name, `>= ${low} && <= ${high}`, value);
}

export function validateAbortSignal(signal, name) {
  if (signal !== undefined && (signal === null || typeof signal !== "object" || !("aborted" in signal))) {
    throw invalidArgType(name, "AbortSignal", signal);
  }
}
