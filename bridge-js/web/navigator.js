// @ts-check
import { defineInspection, describeInterface, internal, requireInternal } from "./interface.js";

class Navigator {
  #userAgent = "Causeway";

  /** @param {unknown} [caller] */
  constructor(caller = undefined) {
    requireInternal(caller);
  }

  get userAgent() {
    return this.#userAgent;
  }
}

describeInterface(Navigator);
defineInspection(Navigator, ({ userAgent }) => ({ userAgent }));

export const navigator = new Navigator(internal);
