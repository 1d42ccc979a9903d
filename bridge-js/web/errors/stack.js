// @ts-check
// JavaScriptCore writes a stack as lines of `function@file:line:column`, without the error's name and
// message. People who know Node expect `    at function (file:line:column)` below them.

import { host } from "../host.js";
import { append, charAt, exec, startsWith, stringSlice } from "../../shared/primordials.js";
import { split } from "../../shared/text.js";

/**
 * @typedef {object} Frame
 * @property {string} name of the function; empty for the top level of a script and for nameless functions
 * @property {string} file empty when it is not known (code made by `new Function`)
 * @property {number} line from 1; 0 when it is not known
 * @property {number} column from 1; 0 when it is not known
 * @property {boolean} async whether the frame waits for the one above it
 */

// A path may hold an "@" (`node_modules/@scope`), so the first one ends the function's name.
const linePattern = /^([^@]*)@(.*)$/;
const placePattern = /^(.*?)(?::(\d+))?(?::(\d+))?$/;

/** What the engine calls code outside functions. */
const names = /** @type {{ [name: string]: string | undefined }} */ (/** @type {unknown} */ ({
  __proto__: null, "global code": "", "module code": "", "eval code": "eval",
}));

/** What divides the stack of a call from that of the side which answered it. */
const division = "\n--- answered by ---\n";

/**
 * Reads a stack as the engine wrote it, leaving out what no person wrote: frames of native code, of the runtime's own
 * scripts, of the function that a program is wrapped in, and the second frame that each async function has.
 *
 * @param {string} stack
 * @returns {Frame[] | undefined} `undefined` for text of another form, which is to be shown as it is
 */
export function parseStack(stack) {
  /** @type {Frame[]} */
  const frames = [];
  if (stack === "") return frames;
  const lines = split(stack, "\n");
  /** The frame of the line before, and what is shown of it. @type {Frame | undefined} */
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
      // Only this one has the name of an arrow function.
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
 * Writes frames as Node does, one a line.
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
 * Writes a whole stack as Node does. One that is not the engine's own is returned as it is.
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
 * The frames of a stack as Node writes them, and what was answered by another side below. `undefined` for text of another form.
 * @param {string} stack
 */
export function formatLines(stack) {
  const sides = split(stack, division);
  const frames = parseStack(/** @type {string} */ (sides[0]));
  if (frames === undefined) return undefined;
  let text = formatFrames(frames);
  for (let i = 1; i < sides.length; i++) {
    const side = /** @type {string} */ (sides[i]);
    const others = parseStack(side);
    text += `${division}${others === undefined ? side : formatFrames(others)}`;
  }
  return text;
}

/**
 * Whether a file is one of the scripts that the runtime itself evaluates.
 * @param {string} file
 */
export function isOwnFile(file) {
  return startsWith(file, "causeway:");
}

/**
 * A place in the source as its author sees it, without what a program is wrapped in.
 *
 * @template {{ file: string, line: number, column: number }} Place
 * @param {Place} place
 * @returns {Place | undefined} `undefined` for a place within the wrapping
 */
export function placeInProgram(place) {
  if (place.line !== 1 || place.file === "") return place;
  const prefix = host.prefixLength(place.file);
  if (prefix === 0) return place;
  return place.column > prefix ? { ...place, column: place.column - prefix } : undefined;
}

/**
 * Whether a frame is the beginning of the async function whose body is the frame above it: until its first `await` the engine
 * shows both. The beginning is told by its place: behind the parenthesis that opens the parameters, or, of a function that
 * stands on one line, behind its end. A call is placed at a parenthesis.
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
  // An arrow function whose body is an expression ends with that.
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
  const name = names[called] ?? called;
  if (place === "" || place === "[wasm code]") return { name, file: "", line: 0, column: 0, async };
  const match = exec(placePattern, place);
  if (match === null || match[2] === undefined) return undefined;
  return { name, file: match[1] ?? "", line: +match[2], column: +(match[3] ?? 1), async };
}
