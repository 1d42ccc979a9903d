// @ts-check
// JavaScriptCore writes a stack as lines of `function@file:line:column`, without the error's name and
// message. People who know Node expect `    at function (file:line:column)` below them.

import { Error, exec, push, startsWith, stringSlice } from "./primordials.js";
import { split } from "./text.js";

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
const names = { __proto__: null, "global code": "", "module code": "", "eval code": "eval" };

/**
 * Reads a stack as the engine wrote it, leaving out frames of native code and of this runtime itself.
 *
 * @param {string} stack
 * @returns {Frame[] | undefined} `undefined` for text of another form, which is to be shown as it is
 */
export function parseStack(stack) {
  /** @type {Frame[]} */
  const frames = [];
  if (stack === "") return frames;
  const lines = split(stack, "\n");
  for (let i = 0; i < lines.length; i++) {
    const match = exec(linePattern, /** @type {string} */ (lines[i]));
    if (match === null) return undefined;
    const place = /** @type {string} */ (match[2]);
    if (place === "[native code]") continue;
    const frame = makeFrame(/** @type {string} */ (match[1]), place);
    if (frame === undefined) return undefined;
    if (frame.file === "" || frame.file !== ownFile) push(frames, frame);
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
  const frames = parseStack(stack);
  if (frames === undefined) return stack;
  return frames.length === 0 ? header : `${header}\n${formatFrames(frames)}`;
}

/**
 * Whether a file is the one that this code was loaded from.
 * @param {string} file
 */
export function isOwnFile(file) {
  return file !== "" && file === ownFile;
}

/**
 * @param {string} label
 * @param {string} place
 * @returns {Frame | undefined}
 */
function makeFrame(label, place) {
  const async = startsWith(label, "async ");
  const called = async ? stringSlice(label, 6) : label;
  const name = /** @type {{ [name: string]: string }} */ (/** @type {unknown} */ (names))[called] ?? called;
  if (place === "" || place === "[wasm code]") return { name, file: "", line: 0, column: 0, async };
  const match = exec(placePattern, place);
  if (match === null || match[2] === undefined) return undefined;
  return { name, file: match[1] ?? "", line: +match[2], column: +(match[3] ?? 1), async };
}

/** The file that this code was loaded from, where the engine tells. */
let ownFile = "";
ownFile = parseStack(new Error().stack ?? "")?.[0]?.file ?? "";
