// @ts-check
// JavaScriptCore writes a stack as lines of `function@file:line:column`, without the error's name and
// message. Users of Node expect `    at function (file:line:column)` below them.

import { stackDivider } from "../../shared/stack.js";
import { host } from "../host.js";
import { append } from "../../shared/lists.js";
import { charAt, exec, startsWith, stringSlice } from "../../shared/primordials.js";
import { split } from "../../shared/text.js";

/**
 * @typedef {object} Frame
 * @property {string} name of the function; empty for the top level of a script and for nameless functions
 * @property {string} file empty when it is not known (code made by `new Function`)
 * @property {number} line from 1; 0 when it is not known
 * @property {number} column from 1; 0 when it is not known
 * @property {boolean} async whether the frame awaits the one above it
 */

// A path may contain an "@" (`node_modules/@scope`), so the first one ends the name of the function.
const linePattern = /^([^@]*)@(.*)$/;
const placePattern = /^(.*?)(?::(\d+))?(?::(\d+))?$/;

/** The engine's names for code outside functions. */
const names = /** @type {{ [name: string]: string | undefined }} */ (/** @type {unknown} */ ({
  __proto__: null, "global code": "", "module code": "", "eval code": "eval",
}));

/** The methods that TypeScript's fields become where they are assigned. */
const ofField = /^#c_+\d+f\d+$/;

/**
 * Reads a stack in the engine's format. Leaves out frames of native code, of the runtime's own scripts and of the function that
 * wraps a program, and the second frame of each async function.
 *
 * @param {string} stack
 * @returns {Frame[] | undefined} `undefined` for text of another form, which is to be shown as it is
 */
export function parseStack(stack) {
  /** @type {Frame[]} */
  const frames = [];
  if (stack === "") return frames;
  const lines = split(stack, "\n");
  /** The frame of the previous line, and the frame that is shown for it. @type {Frame | undefined} */
  let above;
  /** @type {Frame | undefined} */
  let shown;
  for (let i = 0; i < lines.length; i++) {
    const match = exec(linePattern, /** @type {string} */ (lines[i]));
    if (match === null) return undefined;
    const place = /** @type {string} */ (match[2]);
    const frame = place === "[native code]" ? undefined : makeFrame(/** @type {string} */ (match[1]), place);
    if (frame === undefined && place !== "[native code]") return undefined;
    if (frame !== undefined && above !== undefined && isBeginning(frame, above)) {
      // Only this frame has the name of an arrow function.
      if (shown !== undefined) shown.name = frame.name;
    } else {
      shown = frame === undefined || isOwnFile(frame.file) ? undefined : placeInProgram(frame);
      if (shown !== undefined) append(frames, shown);
    }
    above = frame;
  }
  return frames;
}

/**
 * Writes frames in Node's format, one on each line.
 * @param {Frame[]} frames
 */
export function formatFrames(frames) {
  let text = "";
  for (let i = 0; i < frames.length; i++) {
    const { name, file, line, column, async } = /** @type {Frame} */ (frames[i]);
    const place = file === "" ? "<anonymous>" : line === 0 ? file : `${file}:${line}:${column}`;
    const who = async ? `async ${name || "<anonymous>"}` : name;
    text += `${i === 0 ? "" : "\n"}    at ${who === "" ? place : `${who} (${place})`}`;
  }
  return text;
}

/**
 * Writes a whole stack in Node's format. A stack of another engine is returned as it is.
 *
 * @param {string} header the error's name and message
 * @param {string} stack
 */
export function formatStack(header, stack) {
  const text = formatLines(stack);
  if (text === undefined) return stack;
  return text === "" ? header : `${header}\n${text}`;
}

/**
 * The frames of a stack in Node's format, with the stack of the answering side below. `undefined` for text of another form.
 * @param {string} stack
 */
export function formatLines(stack) {
  const sides = split(stack, stackDivider);
  const frames = parseStack(/** @type {string} */ (sides[0]));
  if (frames === undefined) return undefined;
  let text = formatFrames(frames);
  for (let i = 1; i < sides.length; i++) {
    const side = /** @type {string} */ (sides[i]);
    const others = parseStack(side);
    text += `${stackDivider}${others === undefined ? side : formatFrames(others)}`;
  }
  return text;
}

/**
 * Whether a file is one of the scripts that the runtime itself evaluates, or that a web view adds to its pages.
 * @param {string} file
 */
export function isOwnFile(file) {
  return startsWith(file, "causeway:") || startsWith(file, "user-script:");
}

/**
 * A place in the source as its author sees it, without the text that wraps a program.
 *
 * @template {{ file: string, line: number, column: number }} Place
 * @param {Place} place
 * @returns {Place | undefined} `undefined` for a place in the wrapping text
 */
export function placeInProgram(place) {
  if (place.line !== 1 || place.file === "") return place;
  const prefix = host.prefixLength(place.file);
  if (prefix === 0) return place;
  return place.column > prefix ? { ...place, column: place.column - prefix } : undefined;
}

/**
 * Whether a frame is the beginning of the async function whose body is the frame above it: until its first `await` the engine
 * shows both. The place identifies the beginning: it is after the parenthesis that opens the parameters, or, for a function on
 * one line, after its end. The place of a call is at a parenthesis.
 *
 * @param {Frame} frame
 * @param {Frame} above
 */
function isBeginning(frame, above) {
  if (frame.file !== above.file || frame.file === "" || frame.line === 0 || frame.line > above.line) return false;
  if (frame.name !== above.name && above.name !== "") return false;
  const around = host.textAround(frame.file, frame.line, frame.column);
  if (around === "") return false;
  if (startsWith(around, "(")) return true;
  const next = charAt(around, 1);
  if (frame.line !== above.line || frame.column <= above.column || next === "(" || next === "`" || next === ".") return false;
  // The end of an arrow function whose body is an expression.
  return startsWith(around, "}") || (above.name === "" && exec(afterExpression, next) !== null);
}

const afterExpression = /^[\s,;)\]}]?$/;

/**
 * @param {string} label
 * @param {string} place
 * @returns {Frame | undefined}
 */
function makeFrame(label, place) {
  const async = startsWith(label, "async ");
  const called = async ? stringSlice(label, 6) : label;
  const name = exec(ofField, called) === null ? names[called] ?? called : "";
  if (place === "" || place === "[wasm code]") return { name, file: "", line: 0, column: 0, async };
  const match = exec(placePattern, place);
  if (match === null || match[2] === undefined) return undefined;
  return { name, file: match[1] ?? "", line: +match[2], column: +(match[3] ?? 1), async };
}
