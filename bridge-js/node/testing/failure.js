// @ts-check
// The errors that say why a test failed: with the code, the kinds and the causes of Node's.

import * as inspector from "#deferred/web/inspect/inspector.js";
import { Error, freeze, WeakSet, weakSetAdd, weakSetHas } from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { nodeError } from "../errors.js";

/** The values of `failureType`. */
export const kinds = freeze(nullPrototype({
  aborted: "testAborted",
  callbackAndPromise: "callbackAndPromisePresent",
  callbackTwice: "multipleCallbackInvocations",
  cancelled: "cancelledByParent",
  code: "testCodeFailure",
  hook: "hookFailed",
  leak: "resourcesLeftOpen",
  parentFinished: "parentAlreadyFinished",
  rejection: "unhandledRejection",
  subtests: "subtestsFailed",
  timeout: "testTimeoutFailure",
  uncaught: "uncaughtException",
  unsettled: "promiseNeverSettles",
}));

/** The errors that this module made: an error of a program may have the same code. */
const made = new WeakSet();

/**
 * @param {unknown} cause the error that the test threw, or a text
 * @param {string} kind
 * @returns {any}
 */
export function failure(cause, kind) {
  const error = nodeError(Error, "ERR_TEST_FAILURE", textOf(cause));
  error.failureType = kind;
  error.cause = cause;
  weakSetAdd(made, error);
  return error;
}

/** @param {any} error */
export const isFailure = (error) => error !== null && typeof error === "object" && weakSetHas(made, error);

/** The message of an error; another value as `util.inspect` shows it. */
function textOf(/** @type {any} */ cause) {
  try {
    const text = cause?.message ?? cause;
    return typeof text === "string" ? text : inspector.inspect(text, nullPrototype({}));
  } catch {
    return "The error has no text: reading it throws.";
  }
}

/** The error that a report shows: the program's own, if the failure only carries it. */
export function shownError(/** @type {any} */ error) {
  if (!isFailure(error) || error.cause === undefined) return error;
  const { failureType } = error;
  const carries = failureType === kinds.code || failureType === kinds.hook || failureType === kinds.uncaught || failureType === kinds.rejection;
  return carries ? error.cause : error;
}
