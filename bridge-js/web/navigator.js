// @ts-check
import { defineInspection, describeInterface } from "./interface.js";
import { TypeError } from "../shared/primordials.js";

/** The constructor accepts this argument only. */
const key = {};

class Navigator {
  #userAgent = "Causeway";

  /** @param {unknown} [caller] */
  constructor(caller = undefined) {
    if (caller !== key) throw new TypeError("Illegal constructor");
  }

  get userAgent() {
    return this.#userAgent;
  }
}

describeInterface(Navigator);
defineInspection(Navigator, ({ userAgent }) => ({ userAgent }));

export const navigator = new Navigator(key);
