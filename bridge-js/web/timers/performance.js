// @ts-check
import { EventTarget } from "../events/event-target.js";
import { host } from "../host.js";
import { defineInspection, describeInterface } from "../interface.js";
import { TypeError } from "../../shared/primordials.js";

/** The constructor accepts this argument only. */
const key = {};

/** The runtime's clock, which may be a virtual one. */
export class Performance extends EventTarget {
  #clock = host;

  /** @param {unknown} [caller] */
  constructor(caller = undefined) {
    if (caller !== key) throw new TypeError("Illegal constructor");
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

export const performance = new Performance(key);
