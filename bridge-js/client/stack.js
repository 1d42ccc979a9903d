// @ts-check
// The stack that tells who called, for an error that is made much later.

import { ownTrace, stringIncludes, stringIndexOf, stringLastIndexOf, stringSlice } from "./primordials.js";
import { hide } from "./errors.js";

/** @param {unknown} error */
const textOf = (error) => {
  try {
    const { stack } = /** @type {Error} */ (error);
    return typeof stack === "string" ? stack : "";
  } catch {
    return ""; // A page's `Error.prepareStackTrace` may throw: an error without a stack is still an error.
  }
};

const here = textOf(ownTrace);
/** V8 begins a stack with the error's name and message, JavaScriptCore with the first frame. */
const headed = stringSlice(here, 0, 6) === "Error\n";

/**
 * Where the client's own code lies, as it shows in a stack: its folder, or its one file when it is bundled.
 *
 * @param {string} stack
 */
const placeOf = (stack) => {
  const lines = headed ? stringSlice(stack, 6) : stack;
  const end = stringIndexOf(lines, "\n");
  const frame = end < 0 ? lines : stringSlice(lines, 0, end);
  const column = stringLastIndexOf(frame, ":");
  const line = stringLastIndexOf(stringSlice(frame, 0, column), ":");
  const url = stringSlice(frame, stringIndexOf(frame, headed ? "at " : "@") + (headed ? 3 : 1), line);
  const open = stringIndexOf(url, "(");
  const file = open < 0 ? url : stringSlice(url, open + 1);
  const name = stringLastIndexOf(file, "/") + 1;
  return stringSlice(file, name) === "primordials.js" ? stringSlice(file, 0, name) : file;
};

const place = placeOf(here);

/**
 * The frames of a stack from the caller's on. All of them when nothing but the client's own file would be left out.
 *
 * @param {string} stack
 */
const callersFrames = (stack) => {
  let rest = headed ? stringSlice(stack, stringIndexOf(stack, "\n    at ") + 1) : stack;
  const all = rest;
  while (place !== "" && rest !== "") {
    const end = stringIndexOf(rest, "\n");
    const frame = end < 0 ? rest : stringSlice(rest, 0, end);
    if (!stringIncludes(frame, place)) return rest;
    rest = end < 0 ? "" : stringSlice(rest, end + 1);
  }
  return all;
};

/**
 * Lets `error` begin where the call was made, and go on where the other side failed.
 *
 * @param {Error} error
 * @param {unknown} trace what `capture` gave, or `undefined`
 * @param {unknown} remote the other side's stack, or `undefined`
 */
export const retrace = (error, trace, remote) => {
  if (trace === undefined && typeof remote !== "string") return;
  const frames = callersFrames(textOf(trace ?? error));
  const head = headed ? `${error.name}: ${error.message}\n` : "";
  const tail = typeof remote === "string" && remote !== "" ? `\n--- answered by ---\n${remote}` : "";
  try {
    hide(error, "stack", head + frames + tail);
  } catch {
    // Node looks up the page's `Error` when it defines a stack: the error then keeps the one that it has.
  }
};
