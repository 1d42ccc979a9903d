// @ts-check
// The module `module`, as far as it names and loads modules.

import * as addresses from "#deferred/web/url/url.js";
import { defineHidden } from "../shared/define.js";
import { isObject } from "../shared/is-object.js";
import { Error, startsWith } from "../shared/primordials.js";
import { invalidArgValue, nodeError } from "./errors.js";
import { nodeHost } from "./host.js";
import { slice } from "./node-primordials.js";

/** The class of the objects `module`. */
export function Module() {
  throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", "Module cannot be constructed: load a module with require() or import().");
}

function createRequire(filename) {
  const text = isObject(filename) && typeof filename.href === "string" ? filename.href : filename;
  const isPath = typeof text === "string" && (startsWith(text, "/") || addresses.URL.canParse(text));
  const require = isPath ? nodeHost.makeRequire(text) : undefined;
  if (require === undefined) {
    throw invalidArgValue("filename", filename, "must be a file URL object, file URL string, or absolute path string of the program's modules");
  }
  return require;
}

const self = /** @type {any} */ (Module);
self.builtinModules = slice(/** @type {any} */ (nodeHost).builtInNames);
self.createRequire = createRequire;
self.isBuiltin = (name) => typeof name === "string" && nodeHost.isBuiltIn(name);
self.Module = Module;
defineHidden(Module.prototype, "constructor", Module);

export const module = Module;
