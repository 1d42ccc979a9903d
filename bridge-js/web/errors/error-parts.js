// @ts-check
import { isObject } from "../../shared/is-object.js";
import { getOwnPropertyDescriptor, String } from "../../shared/primordials.js";
import { read } from "../../shared/properties.js";
import { stackOf } from "../../shared/stack.js";
import { isOwnFile, parseStack, placeInProgram } from "./stack.js";

/**
 * The place where an error was thrown: the engine's own properties, else the stack. Empty and 0 when it is not known.
 *
 * @param {unknown} error
 * @returns {{ file: string, line: number, column: number }}
 */
export function locate(error) {
  const nowhere = { file: "", line: 0, column: 0 };
  if (!isObject(error)) return nowhere;
  // The engine defines these on the error itself.
  const file = ownValue(error, "sourceURL");
  const line = ownValue(error, "line");
  const column = ownValue(error, "column");
  if (typeof line === "number" && !(typeof file === "string" && isOwnFile(file))) {
    const place = { file: typeof file === "string" ? file : "", line, column: typeof column === "number" ? column : 0 };
    return placeInProgram(place) ?? nowhere;
  }
  const frames = parseStack(stackOf(error));
  if (frames !== undefined && frames.length > 0) return /** @type {import("./stack.js").Frame} */ (frames[0]);
  return typeof file === "string" && !isOwnFile(file) ? { file, line: 0, column: 0 } : nowhere;
}

/**
 * @param {object} error
 * @param {string} name
 */
function ownValue(error, name) {
  try {
    return getOwnPropertyDescriptor(error, name)?.value;
  } catch {
    return undefined; // A trap of a proxy threw.
  }
}

/**
 * One line for an error event: `name: message` of an error, the text of any other value. Never throws.
 * @param {unknown} error
 */
export function messageOf(error) {
  if (!isObject(error)) return typeof error === "symbol" ? "Symbol" : String(error);
  const name = read(error, "name");
  const message = read(error, "message");
  const title = typeof name === "string" && name !== "" ? name : "Error";
  return typeof message === "string" && message !== "" ? `${title}: ${message}` : title;
}
