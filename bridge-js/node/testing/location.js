// @ts-check
import { parseStack } from "../../web/errors/stack.js";
import { Error, startsWith, stringSlice } from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { stackOf } from "../../shared/stack.js";
import { decodeURIComponent } from "../node-primordials.js";

/** The place in the program that called the function of ours that called this; `undefined` where the stack does not tell. */
export function callerLocation() {
  const frame = parseStack(stackOf(new Error()))?.[0];
  if (frame === undefined || frame.file === "") return undefined;
  return nullPrototype({ line: frame.line, column: frame.column, file: pathOf(frame.file) });
}

function pathOf(/** @type {string} */ file) {
  if (!startsWith(file, "file://")) return file;
  try {
    return decodeURIComponent(stringSlice(file, 7));
  } catch {
    return file;
  }
}
