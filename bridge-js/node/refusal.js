// @ts-check
// Members of modules that do not exist here: functions and classes that say so when they are called.

import { defineHidden } from "../shared/define.js";
import { Error } from "../shared/primordials.js";
import { nodeError } from "./errors.js";

/**
 * A function and class that throws the refusal when it is called.
 *
 * @param {string} name
 * @param {string} refusal what to do instead
 * @returns {any}
 */
export function refuse(name, refusal) {
  const refused = function () {
    throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", `${name} was called. ${refusal}`);
  };
  defineHidden(refused, "name", name);
  return refused;
}

/**
 * Adds refused members to a module.
 *
 * @param {any} target
 * @param {string} module
 * @param {string[]} names
 * @param {string} refusal what to do instead
 */
export function refuseAll(target, module, names, refusal) {
  for (let i = 0; i < names.length; i++) target[names[i]] = refuse(`${module}.${names[i]}`, refusal);
}
