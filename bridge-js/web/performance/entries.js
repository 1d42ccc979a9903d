// @ts-check
import * as cloning from "#deferred/web/clone/structured-clone.js";
import { isObject } from "../../shared/is-object.js";
import { construct, isFinite, setPrototypeOf, TypeError, WeakMap, weakMapGet, weakMapHas, weakMapSet } from "../../shared/primordials.js";
import { host } from "../host.js";
import { defineInspection, describeInterface, dictionary, internal, requireArguments, requireInternal } from "../interface.js";

/** @typedef {"mark" | "measure"} EntryType */

/**
 * The members for code of ours, which reads no getter that a page may have replaced.
 * @type {(entry: PerformanceEntry) => { name: string, type: EntryType, start: number }}
 */
export let membersOf;

/** A point or a span of time, in milliseconds since the time origin. */
export class PerformanceEntry {
  #name;
  #entryType;
  #startTime;
  #duration;

  /**
   * @param {unknown} [caller]
   * @param {string} [name]
   * @param {EntryType} [entryType]
   * @param {number} [startTime]
   * @param {number} [duration]
   */
  constructor(caller = undefined, name = "", entryType = "mark", startTime = 0, duration = 0) {
    requireInternal(caller);
    this.#name = name;
    this.#entryType = entryType;
    this.#startTime = startTime;
    this.#duration = duration;
  }

  get name() {
    return this.#name;
  }

  get entryType() {
    return this.#entryType;
  }

  get startTime() {
    return this.#startTime;
  }

  get duration() {
    return this.#duration;
  }

  toJSON() {
    return { name: this.#name, entryType: this.#entryType, startTime: this.#startTime, duration: this.#duration };
  }

  static {
    membersOf = (entry) => ({ name: entry.#name, type: entry.#entryType, start: entry.#startTime });
  }
}

/** The details of marks and of measures, which are copies. @type {WeakMap<object, unknown>} */
const details = new WeakMap();

/** A time with a name. */
export class PerformanceMark {
  // `extends` is not used: a page may give the class another parent, whose constructor `super` would call.

  /**
   * @param {string} name
   * @param {{ detail?: unknown, startTime?: number }} [options]
   */
  constructor(name, options = undefined) {
    requireArguments("PerformanceMark", arguments.length, 1);
    const text = `${name}`;
    const { detail, startTime } = dictionary(options, "PerformanceMark");
    const start = startTime === undefined ? host.now() : timeOf(startTime);
    const copy = copyOf(detail);
    const entry = construct(PerformanceEntry, [internal, text, "mark", start, 0], new.target);
    weakMapSet(details, entry, copy);
    return entry;
  }

  get detail() {
    return detailOf(this);
  }
}

/** The time between two others. */
export class PerformanceMeasure {
  /** @param {unknown} [caller] */
  constructor(caller = undefined, name = "", start = 0, duration = 0, detail = /** @type {unknown} */ (null)) {
    requireInternal(caller);
    const entry = construct(PerformanceEntry, [internal, name, "measure", start, duration], new.target);
    weakMapSet(details, entry, detail);
    return entry;
  }

  get detail() {
    return detailOf(this);
  }
}

setPrototypeOf(PerformanceMark, PerformanceEntry);
setPrototypeOf(PerformanceMark.prototype, PerformanceEntry.prototype);
setPrototypeOf(PerformanceMeasure, PerformanceEntry);
setPrototypeOf(PerformanceMeasure.prototype, PerformanceEntry.prototype);
describeInterface(PerformanceEntry);
describeInterface(PerformanceMark);
describeInterface(PerformanceMeasure);
defineInspection(PerformanceEntry, ({ name, entryType, startTime, duration }) => ({ name, entryType, startTime, duration }));
defineInspection(PerformanceMark, showDetail);
defineInspection(PerformanceMeasure, showDetail);

/** @param {*} entry */
function showDetail({ name, entryType, startTime, duration, detail }) {
  return { name, entryType, startTime, duration, detail };
}

/** @param {unknown} entry */
function detailOf(entry) {
  if (!isObject(entry) || !weakMapHas(details, entry)) throw new TypeError("The receiver is not a PerformanceMark or PerformanceMeasure");
  return weakMapGet(details, entry);
}

/**
 * The detail of a new entry.
 * @param {unknown} detail
 */
export function copyOf(detail) {
  return detail === undefined || detail === null ? null : cloning.structuredClone(detail);
}

/**
 * A time that a page gives.
 * @param {unknown} value
 */
export function timeOf(value) {
  const time = numberOf(value);
  if (time < 0) throw new TypeError(`${time} is not a valid time: it is negative`);
  return time;
}

/** @param {unknown} value */
export function numberOf(value) {
  const number = +(/** @type {number} */ (value));
  if (!isFinite(number)) throw new TypeError(`${number} is not a number of milliseconds`);
  return number;
}
