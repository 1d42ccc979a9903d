// @ts-check
// Where a path leads: into a folder of the files plugin, or to a file below the root of the program's modules.
//
// The folders of the plugin appear in the current directory, each by its name: `notes/a.txt` is a file of the folder `notes`.

import * as addresses from "#deferred/node/url.js";
import * as buffers from "#deferred/node/buffer.js";
import * as paths from "#deferred/node/path.js";
import { charAt, exec, startsWith, stringIncludes, stringIndexOf, stringSlice } from "../../shared/primordials.js";
import { invalidArgType, invalidArgValue } from "../errors.js";
import { nodeHost } from "../host.js";
import { types } from "../types.js";

/**
 * @typedef {object} Location
 * @property {string} shown the path as it was given, for errors
 * @property {string} full the absolute path
 * @property {string | undefined} directory the name of a folder of the plugin, if there may be one
 * @property {string} path within that folder
 */

/**
 * @param {any} given text, a Buffer or a URL
 * @param {string} [name] of the argument, for the error
 * @returns {Location}
 */
export function locate(given, name = "path") {
  let text = given;
  if (typeof given === "object" && given !== null && typeof given.href === "string" && typeof given.protocol === "string") text = addresses.url.fileURLToPath(given);
  else if (types.isUint8Array(given)) text = /** @type {any} */ (buffers.Buffer).from(given).toString();
  if (typeof text !== "string") throw invalidArgType(name, ["string", "Buffer", "URL"], given);
  if (stringIncludes(text, "\0")) throw invalidArgValue(name, text, "must be a string, Uint8Array, or URL without null bytes");
  const { cwd } = nodeHost.describe();
  // An empty path names nothing, and not the current directory.
  const full = text === "" ? "" : paths.posix.resolve(cwd, text);
  const root = cwd === "/" ? "/" : `${cwd}/`;
  const inside = startsWith(full, root) ? stringSlice(full, root.length) : "";
  const slash = stringIndexOf(inside, "/");
  const first = slash < 0 ? inside : stringSlice(inside, 0, slash);
  const isFolder = first !== "" && first !== "node_modules" && charAt(first, 0) !== "." && exec(/^[\w-]+$/, first) !== null;
  return { shown: text, full, directory: isFolder ? first : undefined, path: slash < 0 ? "" : stringSlice(inside, slash + 1) };
}
