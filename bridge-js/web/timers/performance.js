// @ts-check
import { EventTarget } from "../events/event-target.js";
import { host } from "../host.js";
import { defineInspection, describeInterface, internal, requireInternal } from "../interface.js";

/** The runtime's clock, which may be a virtual one. */
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
}

describeInterface(Performance);
defineInspection(Performance, ({ timeOrigin }) => ({ timeOrigin }));

export const performance = new Performance(internal);
