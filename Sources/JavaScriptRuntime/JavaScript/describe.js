// @ts-check
// An error as JSON, for whoever shows it outside JavaScript.

import { locate } from "./error-parts.js";
import { inspect } from "./inspect/inspector.js";
import { isErrorObject } from "./inspect/kind.js";
import { constructorNameOf } from "./inspect/names.js";
import { endsWith, isArray, min, push, setPrototypeOf, stringify, stringIndexOf, stringSlice } from "./primordials.js";
import { isObject, read } from "./properties.js";
import { formatFrames, parseStack } from "./stack.js";
import { plainCopy } from "./plain-copy.js";

/**
 * @typedef {object} Description
 * @property {"error" | "value"} thrown whether an error was thrown, or any other value
 * @property {string} name empty for a value
 * @property {string} message
 * @property {string} stack one line a frame, `    at function (file:line:column)`, without name and message
 * @property {number} line 0 if it is not known
 * @property {number} column 0 if it is not known
 * @property {string} sourceURL empty if it is not known
 * @property {string} text the value that was thrown, inspected; empty for an error
 * @property {Description | null} cause
 * @property {string} [code]
 * @property {string} [method]
 * @property {unknown} [data] what JSON can say of it
 * @property {Description[]} [errors] of an `AggregateError`
 */

const deepestCause = 8;
const longestString = 32 * 1024;
const mostErrors = 8;

/**
 * Describes what was thrown. Never throws itself; deep causes and long strings are cut.
 *
 * @param {unknown} error
 * @returns {string} the JSON text of a `Description`
 */
export function describe(error) {
  try {
    return stringify(describeValue(error, 0));
  } catch {
    // Out of stack or memory: say the little that needs neither.
    return '{"thrown":"value","name":"","message":"","stack":"","line":0,"column":0,"sourceURL":"","text":"[unknown]","cause":null}';
  }
}

/**
 * @param {unknown} value
 * @param {number} depth
 * @returns {Description}
 */
function describeValue(value, depth) {
  return isErrorSafely(value) ? describeError(value, depth) : describeOther(value);
}

/**
 * @param {unknown} value
 * @returns {Description}
 */
function describeOther(value) {
  const text = cut(inspect(value, { maxStringLength: longestString }));
  const message = typeof value === "string" ? cut(value) : text;
  return bare({ thrown: "value", name: "", message, stack: "", line: 0, column: 0, sourceURL: "", text, cause: null });
}

/**
 * @param {object} error
 * @param {number} depth
 * @returns {Description}
 */
function describeError(error, depth) {
  const { file, line, column } = locate(error);
  const cause = read(error, "cause");
  const hasCause = cause !== undefined && depth < deepestCause;
  /** @type {Description} */
  const description = bare({
    thrown: "error",
    name: cut(nameOf(error)),
    message: cut(textOf(read(error, "message"), "")),
    stack: cut(framesOf(read(error, "stack"))),
    line,
    column,
    sourceURL: cut(file),
    text: "",
    cause: hasCause ? describeValue(cause, depth + 1) : null,
  });
  addDetails(description, error, depth);
  return description;
}

/**
 * @param {Description} description
 * @param {object} error
 * @param {number} depth
 */
function addDetails(description, error, depth) {
  const code = read(error, "code");
  // The numbers of a DOMException are a relic; its name says the same.
  if (typeof code === "string") description.code = cut(code);
  const method = read(error, "method");
  if (typeof method === "string") description.method = cut(method);
  const data = read(error, "data");
  if (data !== undefined) description.data = plainCopy(data);
  const errors = read(error, "errors");
  if (!isArraySafely(errors) || depth >= deepestCause) return;
  /** @type {Description[]} */
  const descriptions = [];
  for (let i = 0; i < min(errors.length, mostErrors); i++) push(descriptions, describeValue(read(errors, i), deepestCause));
  description.errors = bare(descriptions);
}

/**
 * The error's name; that of its class, where the class did not bother to set one.
 * @param {object} error
 */
function nameOf(error) {
  const name = textOf(read(error, "name"), "Error");
  if (!endsWith(name, "Error")) return name;
  const constructor = constructorSafely(error);
  return constructor !== name && endsWith(constructor, name) ? constructor : name;
}

/** @param {object} error */
function constructorSafely(error) {
  try {
    return constructorNameOf(error) ?? "";
  } catch {
    return "";
  }
}

/** @param {unknown} stack */
function framesOf(stack) {
  if (typeof stack !== "string") return "";
  const frames = parseStack(stack);
  if (frames !== undefined) return formatFrames(frames);
  // Text of another form: from its first line that is a frame on.
  const start = stringIndexOf(`\n${stack}`, "\n    at ");
  return start < 0 ? "" : stringSlice(stack, start);
}

/**
 * @param {unknown} value
 * @param {string} fallback
 */
function textOf(value, fallback) {
  if (typeof value === "string") return value;
  return value === undefined || value === null || isObject(value) ? fallback : inspect(value);
}

/** @param {string} text */
function cut(text) {
  return text.length <= longestString ? text : `${stringSlice(text, 0, longestString)}...`;
}

/**
 * Without a prototype no `toJSON` of user code can speak for it.
 * @template {object} T
 * @param {T} object
 * @returns {T}
 */
function bare(object) {
  return setPrototypeOf(object, null);
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
function isErrorSafely(value) {
  try {
    return isErrorObject(value);
  } catch {
    return false;
  }
}

/**
 * @param {unknown} value
 * @returns {value is unknown[]}
 */
function isArraySafely(value) {
  try {
    return isArray(value);
  } catch {
    return false;
  }
}
