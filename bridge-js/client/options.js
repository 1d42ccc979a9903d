// @ts-check
// The options of calls, streams and listeners. What would be ignored is an error: a misspelled name, a function.

import * as refusals from "#deferred/client/options-refusal.js";
import { freeze, getPrototypeOf, isArray, objectKeys, objectPrototype } from "../shared/primordials.js";

/** @typedef {{ readonly [name: string]: true }} OptionNames */

/** @type {(names: { [name: string]: unknown }) => OptionNames} */
const names = (names) => freeze(/** @type {OptionNames} */ (names));

export const CALL_OPTIONS = names({ __proto__: null, timeout: true, signal: true, onProgress: true, metadata: true });
export const STREAM_OPTIONS = names({ __proto__: null, timeout: true, signal: true, buffer: true, metadata: true });
export const LISTEN_OPTIONS = names({ __proto__: null, signal: true, once: true });

/** @param {object} options */
const isSignal = (options) => {
  const prototype = getPrototypeOf(options);
  // A page may have changed what plain objects inherit.
  if (prototype === objectPrototype || prototype === null) return false;
  return typeof (/** @type {{ aborted?: unknown }} */ (options).aborted) === "boolean";
};

/**
 * @param {unknown} options what was given in their place; not undefined
 * @param {OptionNames} names
 */
export const requireOptions = (options, names) => {
  if (options === null) return;
  if (typeof options !== "object" || isArray(options) || isSignal(options)) throw refusals.ofValue(options, names);
  const given = objectKeys(options);
  for (let at = 0; at < given.length; at += 1) if (names[given[at]] !== true) throw refusals.ofName(given[at], names);
};
