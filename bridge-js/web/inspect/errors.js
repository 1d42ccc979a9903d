// @ts-check
import { append } from "../../shared/lists.js";
import {
  charAt, endsWith, exec, indexOf, isArray, join, Map, mapGet, mapSet, startsWith, String, stringIndexOf, stringSlice,
} from "../../shared/primordials.js";
import { isDOMException, partsOf } from "../errors/dom-exception.js";
import { findProperty, findSpecific, peek } from "../../shared/properties.js";
import { formatStack } from "../errors/stack.js";
import { indent, split } from "../../shared/text.js";
import { isErrorObject } from "./kind.js";
import { prefixOf } from "./names.js";
import { visible } from "./quote.js";

/** @typedef {import("./inspector.js").Inspector} Inspector */

/**
 * An error with its stack, as Node prints it.
 *
 * @param {Inspector} inspector
 * @param {object} error
 * @param {string | null} constructor
 * @param {string} tag
 * @param {PropertyKey[]} keys loses the names that the stack shows already, and gets `cause` and `errors`
 */
export function describeError(inspector, error, constructor, tag, keys) {
  const name = nameOf(error);
  const message = partOf(error, "message");
  let stack = stackOf(error);
  if (!inspector.showHidden) removeShown(keys, error, stack);
  if (findSpecific(error, "cause") !== undefined && indexOf(keys, "cause") < 0) append(keys, "cause");
  if (isArray(findSpecific(error, "errors")?.value) && indexOf(keys, "errors") < 0) append(keys, "errors");
  stack = improve(stack, constructor, name, tag);
  const start = framesStart(stack, message);
  if (start < 0) stack = `[${visible(stack)}]`;
  else {
    const frames = collapse(
      inspector, split(visible(stringSlice(stack, start + 1)), "\n"), findSpecific(error, "cause")?.value);
    stack = `${visible(stringSlice(stack, 0, start))}\n${join(frames, "\n")}`;
  }
  return indent(stack, inspector.indent);
}

/**
 * The stack with name and message before it, as V8 has it, whichever engine made the stack.
 * @param {object} error
 */
export function stackOf(error) {
  const stack = peek(error, "stack");
  const header = headerOf(error);
  return typeof stack === "string" && (stack !== "" || header === "") ? formatStack(header, stack) : header;
}

/**
 * Name or message of an error, without running code of a page.
 * @param {object} error
 * @param {"name" | "message"} key
 */
function partOf(error, key) {
  const descriptor = findProperty(error, key);
  return descriptor?.get !== undefined && isDOMException(error) ? partsOf(error)[key] : descriptor?.value;
}

/** @param {object} error */
function nameOf(error) {
  const name = partOf(error, "name");
  return name === undefined || name === null ? "Error" : textOf(name);
}

/**
 * `Error.prototype.toString`, without running code of a page.
 * @param {object} error
 */
function headerOf(error) {
  const name = nameOf(error);
  const message = partOf(error, "message");
  const text = message === undefined ? "" : textOf(message);
  if (name === "") return text;
  return text === "" ? name : `${name}: ${text}`;
}

/**
 * @param {unknown} value
 */
function textOf(value) {
  if (typeof value === "string") return value;
  return typeof value === "object" || typeof value === "function" || typeof value === "symbol" ? "" : String(value);
}

/**
 * @param {PropertyKey[]} keys
 * @param {object} error
 * @param {string} stack
 */
function removeShown(keys, error, stack) {
  const names = ["name", "message", "stack"];
  for (let i = 0; i < names.length; i++) {
    const index = indexOf(keys, /** @type {PropertyKey} */ (names[i]));
    if (index < 0) continue;
    const value = peek(error, /** @type {string} */ (names[i]));
    if (typeof value === "string" && (names[i] === "stack" || stringIndexOf(stack, value) >= 0)) removeAt(keys, index);
  }
}

/**
 * @param {PropertyKey[]} keys
 * @param {number} index
 */
function removeAt(keys, index) {
  for (let i = index + 1; i < keys.length; i++) keys[i - 1] = /** @type {PropertyKey} */ (keys[i]);
  keys.length -= 1;
}

/**
 * Replaces the name in a stack by that of the class, where that is more specific.
 *
 * @param {string} stack
 * @param {string | null} constructor
 * @param {string} name
 * @param {string} tag
 */
function improve(stack, constructor, name, tag) {
  let { length } = name;
  const next = charAt(stack, length);
  const plain = endsWith(name, "Error") && startsWith(stack, name) && (next === "" || next === ":" || next === "\n");
  if (constructor !== null && !plain) return stack;
  let fallback = "Error";
  if (constructor === null) {
    const start = exec(/^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n {4}at)/, stack) ?? exec(/^([a-z_A-Z0-9-]*Error)$/, stack);
    fallback = start?.[1] ?? "";
    length = fallback.length;
    fallback = fallback || "Error";
  }
  const prefix = stringSlice(prefixOf(constructor, tag, fallback), 0, -1);
  if (name === prefix) return stack;
  if (stringIndexOf(prefix, name) < 0) return `${prefix} [${name}]${stringSlice(stack, length)}`;
  return length === 0 ? `${prefix}: ${stack}` : `${prefix}${stringSlice(stack, length)}`;
}

/**
 * The index at which the frames begin; -1 if there are none. A message may contain lines that look like frames.
 *
 * @param {string} stack
 * @param {unknown} message
 */
function framesStart(stack, message) {
  let from = -1;
  if (typeof message === "string" && message !== "") {
    from = stringIndexOf(stack, message) || -1;
    if (from !== -1) from += message.length;
  }
  return stringIndexOf(stack, "\n    at", from);
}

/**
 * Leaves out the frames that the stack of the cause has too.
 *
 * @param {Inspector} inspector
 * @param {string[]} frames
 * @param {unknown} cause
 */
function collapse(inspector, frames, cause) {
  if (!isErrorObject(cause)) return frames;
  const stack = stackOf(cause);
  const start = stringIndexOf(stack, "\n    at");
  if (start < 0) return frames;
  const { offset, length } = commonRun(frames, split(stringSlice(stack, start + 1), "\n"));
  if (length === 0) return frames;
  /** @type {string[]} */
  const result = [];
  for (let i = 0; i < frames.length; i++) {
    if (i === offset + 1) {
      append(result, inspector.stylize(`    ... ${length - 2} lines matching cause stack trace ...`, "undefined"));
    }
    if (i <= offset || i >= offset + length - 1) append(result, /** @type {string} */ (frames[i]));
  }
  return result;
}

/**
 * The first run of more than three lines of `a` that `b` has too.
 * @param {string[]} a
 * @param {string[]} b
 */
function commonRun(a, b) {
  /** Where each line of `b` occurs first. @type {Map<string, number>} */
  const places = new Map();
  for (let i = b.length - 1; i >= 0; i--) mapSet(places, /** @type {string} */ (b[i]), i);
  for (let offset = 0; offset < a.length - 3; offset++) {
    const start = mapGet(places, /** @type {string} */ (a[offset]));
    if (start === undefined) continue;
    let length = 1;
    while (offset + length < a.length && start + length < b.length && a[offset + length] === b[start + length]) length += 1;
    if (length > 3) return { offset, length };
  }
  return { offset: 0, length: 0 };
}
