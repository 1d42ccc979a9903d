// @ts-check
import { defineHidden } from "./define.js";
import { DOMException, isDOMException } from "./dom-exception.js";
import {
  construct, Error, EvalError, getOwnPropertyDescriptor, RangeError, ReferenceError, String, SyntaxError, TypeError,
  URIError,
} from "./primordials.js";

/** The classes that survive cloning; any other error becomes a plain `Error`. */
const classes = { __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

/** What the engine notes on an error. */
const notes = ["stack", "line", "column", "sourceURL"];

/**
 * A copy of an error without its cause.
 * @param {Error} error
 * @returns {Error}
 */
export function copyError(error) {
  const copy = makeCopy(error);
  for (let i = 0; i < notes.length; i++) {
    const note = /** @type {string} */ (notes[i]);
    const value = getOwnPropertyDescriptor(error, note)?.value;
    if (typeof value === "string" || typeof value === "number") defineHidden(copy, note, value);
  }
  return copy;
}

/** @param {Error} error */
function makeCopy(error) {
  const message = getOwnPropertyDescriptor(error, "message");
  if (isDOMException(error)) return new DOMException(message?.value, error.name);
  const name = String(error.name);
  const Class = /** @type {{ [name: string]: Function | undefined }} */ (/** @type {unknown} */ (classes))[name] ?? Error;
  return construct(Class, message === undefined ? [] : [String(message.value)]);
}
