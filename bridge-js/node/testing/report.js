// @ts-check
// Sends the events of a run to the command: the types and the data of Node's reporters.

import { nullPrototype } from "../../shared/define.js";
import { ownKeys, toWellFormed } from "../../shared/primordials.js";
import { assign, JSON } from "../node-primordials.js";
import { nodeHost } from "../host.js";
import { isFailure, kinds, shownError } from "./failure.js";

const { stringify } = JSON;

/** Whether somebody receives the events. */
export const isWatched = () => nodeHost.testSettings() !== null;

/**
 * @param {string} type such as `pass`
 * @param {object} data
 * @param {object} [location]
 * @param {any} [error]
 */
export function report(type, data, location = undefined, error = undefined) {
  const event = assign(nullPrototype({ type: `test:${type}` }), data, location);
  const names = ownKeys(event);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    // A lone surrogate is no character, and has no place in a report.
    if (typeof event[name] === "string") event[name] = toWellFormed(event[name]);
  }
  if (error !== undefined && error !== null) event.failure = describe(error);
  nodeHost.sendTestEvent(stringify(event), shownError(error));
}

function describe(/** @type {any} */ error) {
  if (!isFailure(error)) return nullPrototype({ kind: kinds.aborted, text: "" });
  return nullPrototype({ kind: error.failureType, text: toWellFormed(error.message) });
}

/** What `skip` and `todo` add to the data of a result. */
export function directive(/** @type {import("./test.js").Test} */ test) {
  if (test.skipped) return { __proto__: null, skip: test.message ?? true };
  if (test.isTodo) return { __proto__: null, todo: test.message ?? true };
  return undefined;
}
