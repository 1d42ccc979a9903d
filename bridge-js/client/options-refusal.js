// @ts-check
// What is wrong with the options of a call, and what was meant.

import { isArray, join, objectKeys } from "../shared/primordials.js";
import { invalid } from "./errors.js";
import { step } from "./refusal.js";
import { nearest } from "./suggest.js";

/** @typedef {import("./options.js").OptionNames} OptionNames */

/**
 * @param {unknown} value
 * @param {OptionNames} names
 */
export const ofValue = (value, names) => invalid(`options: expected an object, got ${noun(value)}${hint(value, names)}`);

/**
 * @param {string} name
 * @param {OptionNames} names
 */
export const ofName = (name, names) => {
  const known = objectKeys(names);
  const meant = nearest(name, (visit) => { for (let at = 0; at < known.length; at += 1) visit(known[at]); });
  return invalid(`options${step(name)}: there is no such option${meant === undefined ? `; there are ${join(known, ", ")}` : `: did you mean ${meant}?`}`);
};

/** @param {string} sentence what the function takes */
export const surplus = (sentence) => invalid(`arguments: ${sentence}`);

/** @param {unknown} value */
const noun = (value) => {
  if (typeof value !== "object" || value === null) return `a ${typeof value}`;
  return isArray(value) ? "an array" : "an AbortSignal";
};

/**
 * @param {unknown} value
 * @param {OptionNames} names
 */
const hint = (value, names) => {
  if (typeof value === "function") {
    const progress = names.onProgress === true ? ". Progress goes to { onProgress }" : "";
    return `: pass it within the parameters, where Swift takes a Callback${progress}`;
  }
  if (typeof value === "number" && names.timeout === true) return ": use { timeout } for milliseconds";
  return typeof value === "object" && !isArray(value) ? ": use { signal }" : "";
};
