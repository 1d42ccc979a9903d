// @ts-check
import { exec } from "../../../shared/primordials.js";

/** @typedef {import("./component.js").Component} Component */

const specialSchemes = ["http", "https", "ws", "wss", "ftp", "file"];

/**
 * Whether the pattern of a protocol matches one of the special schemes.
 * @param {Component} component
 */
export function matchesSpecialScheme({ expression }) {
  for (let i = 0; i < specialSchemes.length; i++) {
    if (exec(expression, /** @type {string} */ (specialSchemes[i])) !== null) return true;
  }
  return false;
}
