// @ts-check
// `$/invoke`: native code calls a function of the page by name and passes values, never script text.

import { isObject } from "../shared/is-object.js";
import { apply, evaluate, Function, globalObject, isArray, stringIndexOf, stringSlice } from "../shared/primordials.js";
import { BridgeError, invalid } from "./errors.js";

/**
 * @param {unknown} params the dotted name of the function and an array of arguments
 * @returns {unknown} the result of the function
 */
export const invoke = (params) => {
  if (!isArray(params) || typeof params[0] !== "string" || !isArray(params[1])) {
    throw invalid("params: expected the name of a function and an array of arguments");
  }
  const name = params[0];
  /** @type {unknown} */
  let owner;
  /** @type {unknown} */
  let found = globalObject;
  for (let rest = name, dot = 0; dot >= 0; rest = stringSlice(rest, dot + 1)) {
    dot = stringIndexOf(rest, ".");
    if (!isObject(found)) throw missing(name);
    owner = found;
    found = /** @type {Record<string, unknown>} */ (owner)[dot < 0 ? rest : stringSlice(rest, 0, dot)];
  }
  if (typeof found !== "function" || found === evaluate || found === Function) throw missing(name);
  return apply(found, owner === globalObject ? undefined : owner, params[1]);
};

/** @param {string} name */
const missing = (name) => new BridgeError("NOT_FOUND", `${name}: no such global function`);
