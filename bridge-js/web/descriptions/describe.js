// @ts-check
// An error as JSON, for display outside JavaScript.

import * as inspector from "#deferred/web/inspect/inspector.js";
import { isObject } from "../../shared/is-object.js";
import { locate } from "../errors/error-parts.js";
import { isErrorObject } from "../inspect/kind.js";
import { constructorNameOf } from "../inspect/names.js";
import { append } from "../../shared/lists.js";
import {
  endsWith, isArray, min, setPrototypeOf, stringify, stringIndexOf, stringSlice,
} from "../../shared/primordials.js";
import { read, readSpecific } from "../../shared/properties.js";
import { formatLines } from "../errors/stack.js";
import { plainCopy } from "./plain-copy.js";

/**
 * @typedef {object} Description
 * @property {"error" | "value"} thrown whether an error was thrown, or any other value
 * @property {string} name empty for a value
 * @property {string} message
 * @property {string} stack one line for each frame, `    at function (file:line:column)`, without name and message
 * @property {number} line 0 if it is not known
 * @property {number} column 0 if it is not known
 * @property {string} sourceURL empty if it is not known
 * @property {string} text the value that was thrown, inspected; empty for an error
 * @property {Description | null} cause
 * @property {string} [code]
 * @property {string} [method]
 * @property {string} [data] as JSON, as far as that can express it
 * @property {string} [permission] that of the data: the one that a refused call lacks
 * @property {Description[]} [errors] of an `AggregateError`
 */

const deepestCause = 8;
const longestString = 32 * 1024;
const mostErrors = 8;
const mostCharacters = 8 * longestString;

/**
 * Describes a thrown value. Never throws; deep causes and long strings are cut.
 *
 * @param {unknown} error
 * @returns {string} the JSON text of a `Description`
 */
export function describe(error) {
  try {
    return stringify(new Describer().describe(error, 0));
  } catch {
    // The stack or the memory is exhausted: this needs neither.
    return '{"thrown":"value","name":"","message":"","stack":"","line":0,"column":0,"sourceURL":"","text":"[unknown]","cause":null}';
  }
}

/** Describes one error with its causes, within one limit of text. */
class Describer {
  #charactersLeft = mostCharacters;

  /**
   * @param {unknown} value
   * @param {number} depth
   * @returns {Description}
   */
  describe(value, depth) {
    return isErrorSafely(value) ? this.#describeError(value, depth) : this.#describeOther(value);
  }

  /**
   * @param {unknown} value
   * @returns {Description}
   */
  #describeOther(value) {
    const text = this.#cut(inspector.inspect(value, { maxStringLength: longestString }));
    const message = typeof value === "string" ? this.#cut(value) : text;
    return bare({ thrown: "value", name: "", message, stack: "", line: 0, column: 0, sourceURL: "", text, cause: null });
  }

  /**
   * @param {object} error
   * @param {number} depth
   * @returns {Description}
   */
  #describeError(error, depth) {
    const { file, line, column } = locate(error);
    /** @type {Description} */
    const description = bare({
      thrown: "error",
      name: this.#cut(nameOf(error)),
      message: this.#cut(textOf(read(error, "message"), "")),
      stack: this.#cut(framesOf(read(error, "stack"))),
      line,
      column,
      sourceURL: this.#cut(file),
      text: "",
      cause: null,
    });
    const code = readSpecific(error, "code");
    // The numbers of a DOMException are obsolete; its name says the same.
    if (typeof code === "string") description.code = this.#cut(code);
    const method = readSpecific(error, "method");
    if (typeof method === "string") description.method = this.#cut(method);
    const data = readSpecific(error, "data");
    if (data !== undefined) this.#addData(description, data);
    if (depth < deepestCause) this.#addNested(description, error, depth);
    return description;
  }

  /**
   * @param {Description} description
   * @param {unknown} data
   */
  #addData(description, data) {
    description.data = stringify(plainCopy(data, (text) => this.#cut(text)));
    const permission = isObject(data) ? readSpecific(data, "permission") : undefined;
    if (typeof permission === "string") description.permission = this.#cut(permission);
  }

  /**
   * @param {Description} description
   * @param {object} error
   * @param {number} depth
   */
  #addNested(description, error, depth) {
    const cause = readSpecific(error, "cause");
    if (cause !== undefined) description.cause = this.describe(cause, depth + 1);
    const errors = readSpecific(error, "errors");
    if (!isArraySafely(errors)) return;
    /** @type {Description[]} */
    const descriptions = [];
    // The causes of the errors of an `AggregateError` are left out.
    for (let i = 0; i < min(errors.length, mostErrors); i++) append(descriptions, this.describe(read(errors, i), deepestCause));
    description.errors = bare(descriptions);
  }

  /** @param {string} text */
  #cut(text) {
    const length = min(longestString, this.#charactersLeft);
    this.#charactersLeft -= min(length, text.length);
    return text.length <= length ? text : `${stringSlice(text, 0, length)}...`;
  }
}

/**
 * The name of the error, or that of its class where the class does not set one.
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
  const frames = formatLines(stack);
  if (frames !== undefined) return frames;
  // For text of another form: from its first frame on.
  const start = stringIndexOf(`\n${stack}`, "\n    at ");
  return start < 0 ? "" : stringSlice(stack, start);
}

/**
 * @param {unknown} value
 * @param {string} fallback
 */
function textOf(value, fallback) {
  if (typeof value === "string") return value;
  return value === undefined || value === null || isObject(value) ? fallback : inspector.inspect(value);
}

/**
 * It has a null prototype, so that it inherits no `toJSON` of a page.
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
