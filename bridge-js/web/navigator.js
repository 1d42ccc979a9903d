// @ts-check
import { defineInspection, describeInterface } from "./interface.js";
import { TypeError } from "../shared/primordials.js";

/** Given to the constructor by those who may call it. */
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
