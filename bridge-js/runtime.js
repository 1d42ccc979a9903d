// @ts-check
// The script of a runtime: the web's globals, and the modules, which are evaluated when a context imports one.

import * as modules from "#deferred/modules/modules.js";
import { install as installGlobals } from "./web/globals.js";

/**
 * To be called once in a context, before user code.
 * @param {import("./web/host.js").Host} native
 */
export function install(native) {
  return installGlobals(native, (/** @type {Parameters<typeof import("./modules/modules.js").connectModules>[0]} */ host) => modules.connectModules(host));
}
