// @ts-check
import * as marking from "#deferred/web/performance/user-timing.js";
import { EventTarget } from "../events/event-target.js";
import { host } from "../host.js";
import { defineInspection, describeInterface, internal, requireArguments, requireInternal } from "../interface.js";

/** @typedef {import("./user-timing.js").MarkOptions} MarkOptions */
/** @typedef {import("./user-timing.js").MeasureOptions} MeasureOptions */

/** The runtime's clock, which may be a virtual one, and the marks and measures of the context. */
export class Performance extends EventTarget {
  #clock = host;

  /** @param {unknown} [caller] */
  constructor(caller = undefined) {
    requireInternal(caller);
    super();
  }

  /** Milliseconds since the time origin. */
  now() {
    return this.#clock.now();
  }

  /** The time origin, in milliseconds since the Unix epoch. */
  get timeOrigin() {
    return this.#clock.timeOrigin;
  }

  toJSON() {
    return { timeOrigin: this.#clock.timeOrigin };
  }

  /**
   * @param {string} name
   * @param {MarkOptions} [options]
   */
  mark(name, options = undefined) {
    void this.#clock; // Throws for an object of another class, here and below.
    requireArguments("Performance.mark", arguments.length, 1);
    return marking.mark(name, options);
  }

  /**
   * @param {string} name
   * @param {string | MeasureOptions} [startOrOptions]
   * @param {string} [end]
   */
  measure(name, startOrOptions = undefined, end = undefined) {
    void this.#clock;
    requireArguments("Performance.measure", arguments.length, 1);
    return marking.measure(name, startOrOptions, end);
  }

  /** @param {string} [name] without it, all marks are removed */
  clearMarks(name = undefined) {
    void this.#clock;
    marking.clear("mark", name);
  }

  /** @param {string} [name] without it, all measures are removed */
  clearMeasures(name = undefined) {
    void this.#clock;
    marking.clear("measure", name);
  }

  /** The marks and measures that are kept, by their start. */
  getEntries() {
    void this.#clock;
    return marking.entries();
  }

  /** @param {string} type */
  getEntriesByType(type) {
    void this.#clock;
    requireArguments("Performance.getEntriesByType", arguments.length, 1);
    return marking.entries(undefined, `${type}`);
  }

  /**
   * @param {string} name
   * @param {string} [type]
   */
  getEntriesByName(name, type = undefined) {
    void this.#clock;
    requireArguments("Performance.getEntriesByName", arguments.length, 1);
    return marking.entries(`${name}`, type === undefined ? undefined : `${type}`);
  }
}

describeInterface(Performance);
defineInspection(Performance, ({ timeOrigin }) => ({ timeOrigin }));

export const performance = new Performance(internal);
