// @ts-check
import { errorClasses } from "../../shared/classes.js";
import { defineHidden } from "../../shared/define.js";
import { DOMException, isDOMException, partsOf } from "../errors/dom-exception.js";
import { construct, Error, getOwnPropertyDescriptor, hasOwn } from "../../shared/primordials.js";

/** The properties that the engine defines on an error. */
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
 * The copy of an error of any other class is a plain `Error`. The name is read like any property, and the message only if it is
 * an own data property.
 * @param {Error} error
 */
function makeCopy(error) {
  const name = /** @type {unknown} */ (error.name);
  const Class = (typeof name === "string" ? errorClasses[name] : undefined) ?? Error;
  const message = getOwnPropertyDescriptor(error, "message");
  const isText = message !== undefined && hasOwn(message, "value");
  const copy = construct(Class, []);
  if (isText) defineHidden(copy, "message", `${message.value}`);
  return copy;
}
