// @ts-check
import { String } from "./primordials.js";
import { isObject, read } from "./properties.js";
import { isOwnFile, parseStack } from "./stack.js";

/**
 * Where an error was thrown: as the engine noted it, else by its stack. Empty and 0 when nobody knows.
 *
 * @param {unknown} error
 * @returns {{ file: string, line: number, column: number }}
 */
export function locate(error) {
  const nowhere = { file: "", line: 0, column: 0 };
  if (!isObject(error)) return nowhere;
  const file = read(error, "sourceURL");
  const line = read(error, "line");
  const column = read(error, "column");
  const known = typeof line === "number" && !(typeof file === "string" && isOwnFile(file));
  if (known) return { file: typeof file === "string" ? file : "", line, column: typeof column === "number" ? column : 0 };
  const stack = read(error, "stack");
  const frame = typeof stack === "string" ? parseStack(stack)?.[0] : undefined;
  return frame ?? nowhere;
}

/**
 * One line for an error event: `name: message` of an error, the text of anything else. Never throws.
 * @param {unknown} error
 */
export function messageOf(error) {
  if (!isObject(error)) return typeof error === "symbol" ? "Symbol" : String(error);
  const name = read(error, "name");
  const message = read(error, "message");
  const title = typeof name === "string" && name !== "" ? name : "Error";
  return typeof message === "string" && message !== "" ? `${title}: ${message}` : title;
}
