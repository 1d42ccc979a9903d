// @ts-check
import { noop } from "../../shared/noop.js";

/** The ends of this context that belong to streams: a worker lives on while it has one. */
export const openStreams = {
  count: 0,
  /** @type {() => void} */
  changed: noop,
  /** @param {number} difference */
  change(difference) {
    this.count += difference;
    this.changed();
  },
};
