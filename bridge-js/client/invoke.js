// @ts-check
// `$/invoke`: native code calls a function of the page by its name, with values and never with script text.

import { apply, compilers, global, isArray, stringIndexOf, stringSlice } from "./primordials.js";
import { BridgeError, invalid } from "./errors.js";
import { isObject } from "./promises.js";

/**
 * @param {unknown} params the function's dotted name and an array of arguments
 * @returns {unknown} what the function returns
 */
export const invoke = (params) => {
  if (!isArray(params) || typeof params[0] !== "string" || !isArray(params[1])) {
    throw invalid("params: expected the name of a function and an array of arguments");
  }
  const name = params[0];
  /** @type {unknown} */
  let owner;
  /** @type {unknown} */
  let found = global;
  for (let rest = name, dot = 0; dot >= 0; rest = stringSlice(rest, dot + 1)) {
    dot = stringIndexOf(rest, ".");
    if (!isObject(found)) throw missing(name);
    owner = found;
    found = /** @type {Record<string, unknown>} */ (owner)[dot < 0 ? rest : stringSlice(rest, 0, dot)];
  }
  if (typeof found !== "function" || found === compilers[0] || found === compilers[1]) throw missing(name);
  return apply(found, owner === global ? undefined : owner, params[1]);
};

/** @param {string} name */
const missing = (name) => new BridgeError("NOT_FOUND", `${name}: no such global function`);
