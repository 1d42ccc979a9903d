// @ts-check
// The operations of `performance` on marks and measures.

import { isObject } from "../../shared/is-object.js";
import { nullPrototype } from "../../shared/define.js";
import { DOMException } from "../errors/dom-exception.js";
import { host } from "../host.js";
import { internal } from "../interface.js";
import { TypeError } from "../../shared/primordials.js";
import { copyOf, membersOf, numberOf, PerformanceMark, PerformanceMeasure, timeOf } from "./entries.js";
import { buffers, publish, select } from "./timeline.js";

/** @typedef {import("./entries.js").PerformanceEntry} PerformanceEntry */
/** @typedef {{ detail?: unknown, startTime?: number }} MarkOptions */
/** @typedef {{ detail?: unknown, start?: string | number, duration?: number, end?: string | number }} MeasureOptions */

/**
 * @param {string} name
 * @param {MarkOptions | undefined} options
 */
export function mark(name, options) {
  const entry = new PerformanceMark(name, options);
  publish(/** @type {PerformanceEntry} */ (/** @type {unknown} */ (entry)));
  return entry;
}

/**
 * @param {string} name
 * @param {string | MeasureOptions | null | undefined} startOrOptions
 * @param {string | undefined} endMark
 */
export function measure(name, startOrOptions, endMark) {
  const text = `${name}`;
  const isDictionary = isObject(startOrOptions) || startOrOptions === undefined || startOrOptions === null;
  const options = readOptions(isDictionary ? startOrOptions : { start: `${startOrOptions}` });
  const last = endMark === undefined ? undefined : `${endMark}`;
  if (isDictionary && !options.isEmpty) requireConsistent(options, last);
  const { detail, duration } = options;
  const end = endOf(options, last);
  let start = 0;
  if (options.start !== undefined) start = pointOf(options.start);
  else if (duration !== undefined) start = end - duration;
  const entry = new PerformanceMeasure(internal, text, start, end - start, copyOf(detail));
  publish(/** @type {PerformanceEntry} */ (/** @type {unknown} */ (entry)));
  return entry;
}

/** @typedef {{ detail: unknown, duration: number | undefined, end: string | number | undefined, start: string | number | undefined, isEmpty: boolean }} Options */

/**
 * The members of the options, in the order in which Web IDL reads them.
 *
 * @param {MeasureOptions | null | undefined} given
 * @returns {Options}
 */
function readOptions(given) {
  const { detail, duration, end, start } = given ?? nullPrototype(/** @type {MeasureOptions} */ ({}));
  return {
    detail,
    duration: duration === undefined ? undefined : numberOf(duration),
    end: markOrTime(end),
    start: markOrTime(start),
    isEmpty: detail === undefined && duration === undefined && end === undefined && start === undefined,
  };
}

/** @param {unknown} value */
function markOrTime(value) {
  if (value === undefined) return undefined;
  return typeof value === "number" ? numberOf(value) : `${value}`;
}

/**
 * @param {Options} options
 * @param {string | undefined} endMark
 */
function requireConsistent({ duration, end, start }, endMark) {
  if (endMark !== undefined) throw new TypeError("Performance.measure: options cannot be combined with an end mark");
  if (start === undefined && end === undefined) throw new TypeError("Performance.measure: the options must have start or end");
  if (start !== undefined && end !== undefined && duration !== undefined) {
    throw new TypeError("Performance.measure: the options cannot have all of start, duration and end");
  }
}

/**
 * @param {Options} options
 * @param {string | undefined} endMark
 */
function endOf({ duration, end, start }, endMark) {
  if (endMark !== undefined) return pointOf(endMark);
  if (end !== undefined) return pointOf(end);
  if (start !== undefined && duration !== undefined) return pointOf(start) + duration;
  return host.now();
}

/**
 * A time, or the time of the newest mark of a name.
 * @param {string | number} value
 */
function pointOf(value) {
  if (typeof value === "number") return timeOf(value);
  const found = buffers.mark.newest(value);
  if (found === undefined) throw new DOMException(`There is no mark "${value}"`, "SyntaxError");
  return membersOf(found).start;
}

/**
 * @param {"mark" | "measure"} type
 * @param {string | undefined} name
 */
export function clear(type, name) {
  buffers[type].clear(name === undefined ? undefined : `${name}`);
}

/**
 * @param {string} [name]
 * @param {string} [type]
 */
export function entries(name = undefined, type = undefined) {
  return select([buffers.mark, buffers.measure], name, type);
}
