// @ts-check
// The one error that the bridge rejects with.

import { ErrorBase, defineProperty, freeze } from "./primordials.js";

/**
 * @typedef {object} ErrorDetails
 * @property {unknown} [data]
 * @property {unknown} [cause]
 * @property {string} [method]
 */

/**
 * @param {string} code
 * @returns {string} the name that the DOM gives such an error
 */
const nameOf = (code) => {
  if (code === "DEADLINE_EXCEEDED") return "TimeoutError";
  if (code === "CANCELLED") return "AbortError";
  return "BridgeError";
};

/**
 * Defines a property that does not show when the object is printed, past any setter.
 *
 * @param {object} target
 * @param {string | symbol} key
 * @param {unknown} value
 */
export const hide = (target, key, value) =>
  defineProperty(target, key, /** @type {PropertyDescriptor} */ ({ __proto__: null, value, writable: true, configurable: true }));

export class BridgeError extends ErrorBase {
  #bridge = true;
  /** @type {string} */
  code;
  /** @type {unknown} */
  data;
  /** @type {string | undefined} */
  method;

  /**
   * @param {string} code one of gRPC's canonical status names, or a code of your own
   * @param {string} message
   * @param {ErrorDetails} [details]
   */
  constructor(code, message, details) {
    super(message);
    this.code = code;
    this.data = details?.data;
    this.method = details?.method;
    if (details?.data === undefined) delete this.data;
    if (details?.method === undefined) delete this.method;
    if (details?.cause !== undefined) hide(this, "cause", details.cause);
    hide(this, "name", nameOf(code));
  }

  /**
   * @param {unknown} value
   * @returns {value is BridgeError}
   */
  static isBridgeError(value) {
    return typeof value === "object" && value !== null && #bridge in value && value.#bridge;
  }
}

freeze(BridgeError.prototype);
freeze(BridgeError);

/**
 * @param {string} message
 * @param {ErrorDetails} [details]
 */
export const invalid = (message, details) => new BridgeError("INVALID_ARGUMENT", message, details);

/**
 * The refusal of a value: of what a call was made with its caller learns so, of what answers it whoever made that is to blame.
 *
 * @param {string} label what the value is to its sender: `params`, `result`, `item`, `progress`; `value` is a test's own
 * @param {string} path where in it
 * @param {string} reason
 * @param {unknown} [cause]
 */
export const refused = (label, path, reason, cause) =>
  new BridgeError(label === "params" || label === "value" ? "INVALID_ARGUMENT" : "INTERNAL", `${path}: ${reason}`, { data: { path }, cause });

/**
 * The refusal of something that is larger than a limit allows.
 *
 * @param {string} subject what was too large
 * @param {string} limit the limit's name
 * @param {number} maximum
 */
export const exceeded = (subject, limit, maximum) =>
  new BridgeError("RESOURCE_EXHAUSTED", `${subject} is over the limit ${limit} (${maximum}).`, {
    data: { limit, maximum },
  });

/** @param {unknown} [reason] */
export const cancelled = (reason) => new BridgeError("CANCELLED", "The call was cancelled", { cause: reason });
