// @ts-check
// The parameters and options of a test.

import { host } from "../../web/host.js";
import { invalidArgType, invalidArgValue, outOfRange, validateNumber } from "../errors.js";

const longestTimeout = 2 ** 31 - 1;

/** Name, options and function, wherever they are among the parameters. */
export function readParameters(/** @type {any[]} */ values) {
  const { 0: name, 1: options, 2: fn } = values;
  const isOptions = (value) => value !== null && typeof value === "object";
  if (typeof name === "function") return { name: undefined, options: isOptions(options) ? options : undefined, fn: name };
  if (isOptions(name)) return { name: undefined, options: name, fn: options };
  if (typeof options === "function") return { name, options: undefined, fn: options };
  return { name, options: isOptions(options) ? options : undefined, fn };
}

export function concurrencyOf(value, /** @type {import("./test.js").Test | null} */ above) {
  if (value === undefined || value === null) return above?.concurrency ?? 1;
  if (typeof value === "boolean") return value ? Infinity : 1;
  if (typeof value !== "number") throw invalidArgType("options.concurrency", ["boolean", "number"], value);
  if (value % 1 !== 0) throw outOfRange("options.concurrency", "an integer", value);
  if (!(value >= 1 && value <= 4294967295)) throw outOfRange("options.concurrency", ">= 1 && <= 4294967295", value);
  return value;
}

export function timeoutOf(value, /** @type {import("./test.js").Test | null} */ above) {
  if (value === undefined || value === null || value === Infinity) return above?.timeout ?? null;
  validateNumber(value, "options.timeout", 0, longestTimeout);
  return value;
}

/** A test cannot have a clock of its own: both clocks move `Date` and the timers of the whole file. */
export function checkClock(value) {
  if (value === undefined || value === (host.movesDate ? "virtual" : "real")) return;
  throw invalidArgValue(
    "options.clock", value,
    "is not the clock of this file, and a test has no clock of its own: move it to a file whose first line is // @causeway clock=real, or pass --clock");
}
