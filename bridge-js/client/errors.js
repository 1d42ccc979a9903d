// @ts-check
// The only class of errors with which the bridge rejects.

import { defineHidden } from "../shared/define.js";
import { Error, freeze } from "../shared/primordials.js";

/**
 * @typedef {object} ErrorDetails
 * @property {unknown} [data]
 * @property {unknown} [cause]
 * @property {string} [method]
 */

/**
 * @param {string} code
 * @returns {string} the DOM's name for such an error
 */
const nameOf = (code) => {
  if (code === "DEADLINE_EXCEEDED") return "TimeoutError";
  if (code === "CANCELLED") return "AbortError";
  return "BridgeError";
};

export class BridgeError extends Error {
  #bridge = true;
  /** @type {string} */
  code;
  /** @type {unknown} */
  data;
  /** @type {string | undefined} */
  method;

  /**
   * @param {string} code one of gRPC's canonical status names, or an application's own code
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
    if (details?.cause !== undefined) defineHidden(this, "cause", details.cause);
    defineHidden(this, "name", nameOf(code));
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
 * The error for a value that cannot cross. Its code blames the caller for parameters, and the answering side for an answer.
 *
 * @param {string} label the name of the value for its sender: `params`, `result`, `item`, `progress`; tests use `value`
 * @param {string} path the place in the value
 * @param {string} reason
 * @param {unknown} [cause]
 */
export const refused = (label, path, reason, cause) =>
  new BridgeError(label === "params" || label === "value" ? "INVALID_ARGUMENT" : "INTERNAL", `${path}: ${reason}`, { data: { path }, cause });

/**
 * The error for something that exceeds a limit.
 *
 * @param {string} subject the thing that is too large
 * @param {string} limit the name of the limit
 * @param {number} maximum
 */
export const exceeded = (subject, limit, maximum) =>
  new BridgeError("RESOURCE_EXHAUSTED", `${subject} is over the limit ${limit} (${maximum}).`, {
    data: { limit, maximum },
  });

/** @param {unknown} [reason] */
export const cancelled = (reason) => new BridgeError("CANCELLED", "The call was cancelled", { cause: reason });
