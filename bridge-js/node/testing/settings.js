// @ts-check
// What the command asks of the tests of a file.

import { nullPrototype } from "../../shared/define.js";
import { exec, RegExp } from "../../shared/primordials.js";
import { invalidArgValue } from "../errors.js";
import { nodeHost } from "../host.js";
import { push, test } from "../node-primordials.js";

/** @typedef {{ only: boolean, patterns: ((name: string) => boolean)[], checksLeaks: boolean, snapshots: "new" | "all" | "none" | undefined }} Settings */

/** @type {Settings | undefined} */
let known;

/** @returns {Settings} */
export function settings() {
  if (known !== undefined) return known;
  const given = nodeHost.testSettings();
  const patterns = [];
  for (let i = 0; i < (given?.filter.length ?? 0); i++) push(patterns, matcher(/** @type {any} */ (given).filter[i]));
  known = nullPrototype({ only: given?.only === true, patterns, checksLeaks: given?.leaks === true, snapshots: given?.snapshots ?? undefined });
  return known;
}

/** A function for names, from the source of a regular expression or from `/source/flags`. */
function matcher(/** @type {string} */ text) {
  const parts = exec(/^\/(.*)\/([a-z]*)$/, text);
  let pattern;
  try {
    pattern = parts === null ? new RegExp(text) : new RegExp(/** @type {string} */ (parts[1]), parts[2]);
  } catch (error) {
    throw invalidArgValue("--filter", text, `is an invalid regular expression. ${/** @type {any} */ (error).message}`);
  }
  return (/** @type {string} */ name) => {
    pattern.lastIndex = 0;
    return test(pattern, name);
  };
}
