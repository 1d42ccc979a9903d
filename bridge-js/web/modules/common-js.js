// @ts-check
// CommonJS modules: `require`, `module`, `exports`, and the little of Node's globals that their packages lean on.

import { defineHidden, nullPrototype } from "../../shared/define.js";
import { apply, freeze, hasOwn } from "../../shared/primordials.js";
import * as microtasks from "#deferred/web/timers/microtasks.js";

/** @typedef {{ env: { [name: string]: string }, cwd: string, version: string }} ProcessDescription */

/**
 * The `module` of a CommonJS module.
 *
 * @typedef {object} ModuleObject
 * @property {string} id
 * @property {string} filename
 * @property {string} path
 * @property {unknown} exports
 * @property {unknown[]} children
 * @property {unknown[]} paths
 * @property {boolean} loaded
 */

/**
 * @typedef {object} CommonModule
 * @property {Function} body
 * @property {ModuleObject} object
 * @property {unknown[]} values what the body is called with; the first is `exports`
 * @property {boolean} hasBegun
 */

/**
 * The main module, if that is CommonJS.
 * @type {ModuleObject | undefined}
 */
let main;

/**
 * @param {Function} body
 * @param {string} filename
 * @param {string} dirname
 * @param {boolean} isMain
 * @param {Function} require
 * @param {Function} dynamicImport
 * @returns {CommonModule}
 */
export function make(body, filename, dirname, isMain, require, dynamicImport) {
  const exports = {};
  const object = { id: isMain ? "." : filename, filename, path: dirname, exports, children: [], paths: [], loaded: false };
  if (isMain) main = object;
  defineHidden(object, "require", require);
  defineHidden(require, "main", main);
  return { body, object, values: [exports, require, object, filename, dirname, dynamicImport], hasBegun: false };
}

/**
 * Runs a module that has not begun; one that has begun, in a cycle, yields what it has exported so far.
 *
 * One that throws is run again when it is required again, as in Node.
 *
 * @param {CommonModule} module
 */
export function run(module) {
  if (module.hasBegun) return module.object.exports;
  module.hasBegun = true;
  let isDone = false;
  try {
    apply(module.body, module.values[0], module.values);
    module.object.loaded = true;
    isDone = true;
  } finally {
    if (!isDone) {
      const exports = {};
      module.object.exports = exports;
      module.values[0] = exports;
      module.hasBegun = false;
    }
  }
  return module.object.exports;
}

/**
 * Gives packages `global` and `process`, once, where there is nothing of that name.
 *
 * @param {object} target
 * @param {ProcessDescription} description
 */
export function defineGlobals(target, { env, cwd, version }) {
  if (!hasOwn(target, "global")) defineHidden(target, "global", target);
  if (hasOwn(target, "process")) return;
  defineHidden(target, "process", {
    env,
    argv: [],
    platform: "linux",
    version: "",
    versions: freeze(nullPrototype({ causeway: version })),
    cwd: () => cwd,
    nextTick: (/** @type {Function} */ callback, /** @type {unknown[]} */ ...values) =>
      microtasks.queueMicrotask(() => apply(callback, undefined, values)),
  });
}
