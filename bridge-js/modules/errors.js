// @ts-check
import { defineHidden } from "../shared/define.js";
import { Error, SyntaxError, TypeError } from "../shared/primordials.js";

/** @typedef {{ url: string, message: string, code: string, kind: "syntax" | "type" | "error", line: number | null, column: number | null }} Failure */

/**
 * Makes an error of the native side. Its location is the position in a module's text if that is known, otherwise the caller's.
 * @param {Failure} failure
 */
export function makeError({ message, code, kind, url, line, column }) {
  const error = kind === "syntax" ? new SyntaxError(message) : kind === "type" ? new TypeError(message) : new Error(message);
  defineHidden(error, "code", code);
  if (url !== "") {
    // The engine's own values are the position of `new`.
    defineHidden(error, "sourceURL", url);
    defineHidden(error, "line", line ?? undefined);
    defineHidden(error, "column", line === null ? undefined : column ?? 1);
    defineHidden(error, "stack", `module code@${url}${line === null ? "" : `:${line}:${column ?? 1}`}`);
  }
  return error;
}
