// @ts-check
// The stack of the caller, for an error that is made later.

import { defineHidden } from "../shared/define.js";
import { stringIncludes, stringIndexOf, stringLastIndexOf, stringSlice } from "../shared/primordials.js";
import { stackDivider, stackOf } from "../shared/stack.js";
import { ownTrace } from "./identity.js";

const here = stackOf(ownTrace);
/** V8 begins a stack with the error's name and message, JavaScriptCore with the first frame. */
const headed = stringSlice(here, 0, 6) === "Error\n";

/**
 * The file name prefix of the client's own frames in a stack: its folder, or its one file when it is bundled.
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
  return stringSlice(file, name) === "identity.js" ? stringSlice(file, 0, name) : file;
};

const place = placeOf(here);

/**
 * The frames of a stack from the caller on. All frames when the stack has only those of the client.
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
 * Replaces the stack of `error`: it begins where the call was made, and the stack of the other side follows.
 *
 * @param {Error} error
 * @param {unknown} trace the result of `capture`, or `undefined`
 * @param {unknown} remote the stack of the other side, or `undefined`
 */
export const retrace = (error, trace, remote) => {
  if (trace === undefined && typeof remote !== "string") return;
  const frames = callersFrames(stackOf(trace ?? error));
  const head = headed ? `${error.name}: ${error.message}\n` : "";
  const tail = typeof remote === "string" && remote !== "" ? stackDivider + remote : "";
  try {
    defineHidden(error, "stack", head + frames + tail);
  } catch {
    // Node reads the page's `Error` when it defines a stack: the error then keeps its own one.
  }
};
