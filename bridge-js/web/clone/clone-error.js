// @ts-check
import { defineHidden } from "../../shared/define.js";
import { DOMException, isDOMException, partsOf } from "../errors/dom-exception.js";
import {
  construct, Error, EvalError, getOwnPropertyDescriptor, hasOwn, RangeError, ReferenceError, SyntaxError,
  TypeError, URIError,
} from "../../shared/primordials.js";

/** The classes that survive cloning; any other error becomes a plain `Error`. */
const classes = /** @type {{ [name: string]: Function | undefined }} */ (/** @type {unknown} */ ({
  __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
}));

/** What the engine notes on an error. */
const notes = ["stack", "line", "column", "sourceURL"];

/**
 * A copy of an error without its cause.
 * @param {Error} error
 * @returns {Error}
 */
export function copyError(error) {
  const copy = isDOMException(error) ? copyException(error) : makeCopy(error);
  for (let i = 0; i < notes.length; i++) {
    const note = /** @type {string} */ (notes[i]);
    const value = getOwnPropertyDescriptor(error, note)?.value;
    if (typeof value === "string" || typeof value === "number") defineHidden(copy, note, value);
  }
  return copy;
}

/** @param {DOMException} exception */
function copyException(exception) {
  const { name, message } = partsOf(exception);
  return new DOMException(message, name);
}

/**
 * The name is read as any property is, the message only where it is one of the error's own and no getter.
 * @param {Error} error
 */
function makeCopy(error) {
  const name = /** @type {unknown} */ (error.name);
  const Class = (typeof name === "string" ? classes[name] : undefined) ?? Error;
  const message = getOwnPropertyDescriptor(error, "message");
  const isText = message !== undefined && hasOwn(message, "value");
  const copy = construct(Class, []);
  if (isText) defineHidden(copy, "message", `${message.value}`);
  return copy;
}
