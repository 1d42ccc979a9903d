// @ts-check
import { host } from "./host.js";
import { defineInspection, describeInterface } from "./interface.js";
import { TypeError } from "./primordials.js";

/** Given to the constructor by those who may call it. */
const key = {};

/** The runtime's clock, which may be a virtual one. */
export class Performance {
  /** @param {unknown} [caller] */
  constructor(caller) {
    if (caller !== key) throw new TypeError("Illegal constructor");
  }

  /** Milliseconds since the time origin. */
  now() {
    return host.now();
  }

  /** The moment at which the runtime's time began, in milliseconds since the Unix epoch. */
  get timeOrigin() {
    return host.timeOrigin;
  }

  toJSON() {
    return { timeOrigin: host.timeOrigin };
  }
}

describeInterface(Performance);
defineInspection(Performance, ({ timeOrigin }) => ({ timeOrigin }));

export const performance = new Performance(key);
