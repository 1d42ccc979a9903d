// @ts-check
import { stringIndexOf } from "../shared/primordials.js";
import { messageOf } from "../web/errors/error-parts.js";
import { inspect } from "../web/inspect/inspector.js";
import { isErrorObject } from "../web/inspect/kind.js";

/** Whether a text has a stack. */
const hasFrames = (/** @type {string} */ text) => stringIndexOf(text, "\n    at ") >= 0;

/**
 * The text for an error that a page did not catch. `undefined` for one of a script of another origin, which is hidden from
 * the page, but not from the engine.
 *
 * @param {ErrorEvent} event
 */
export const textOfError = ({ error, message, filename, lineno, colno }) => {
  if (filename === "") return undefined;
  const place = lineno > 0 ? `${filename}:${lineno}:${colno || 1}` : filename;
  if (error === null || error === undefined) return `Uncaught ${message}\n    at ${place}`;
  const text = typeof error === "string" ? error : inspect(error, { colors: false });
  if (!isErrorObject(error)) return `Uncaught ${text}\n    at ${place}`;
  // A syntax error has no stack.
  return hasFrames(text) ? `Uncaught ${text}` : `Uncaught ${messageOf(error)}\n    at ${place}`;
};

/** @param {PromiseRejectionEvent} event */
export const textOfRejection = ({ reason }) => `Uncaught (in promise) ${inspect(reason, { colors: false })}`;
