// @ts-check
// The module `path`: the functions of POSIX; `path.win32` has those of Windows.

import * as processes from "#deferred/node/process.js";
import { charCodeAt, endsWith, startsWith, stringIndexOf, stringLastIndexOf, stringSlice } from "../shared/primordials.js";
import { formatParts, joinSegments, parseName, suffixedName } from "./path-parts.js";
import { win32 } from "./path-windows.js";
import { validateString } from "./errors.js";

const isAbsolutePath = (path) => charCodeAt(path, 0) === 0x2f;

function normalize(path) {
  validateString(path, "path");
  if (path.length === 0) return ".";
  const isAbsolute = isAbsolutePath(path);
  let result = joinSegments(path, !isAbsolute, "/", false);
  if (result.length === 0) {
    if (isAbsolute) return "/";
    return endsWith(path, "/") ? "./" : ".";
  }
  if (endsWith(path, "/")) result += "/";
  return isAbsolute ? `/${result}` : result;
}

function resolve(...paths) {
  let result = "";
  let isAbsolute = false;
  for (let i = paths.length - 1; i >= -1 && !isAbsolute; i--) {
    const path = i >= 0 ? paths[i] : processes.process.cwd();
    validateString(path, i >= 0 ? `paths[${i}]` : "cwd");
    if (path.length === 0) continue;
    result = `${path}/${result}`;
    isAbsolute = isAbsolutePath(path);
  }
  result = joinSegments(result, !isAbsolute, "/", false);
  if (isAbsolute) return `/${result}`;
  return result.length > 0 ? result : ".";
}

function join(...paths) {
  let joined = "";
  for (let i = 0; i < paths.length; i++) {
    validateString(paths[i], "path");
    if (paths[i].length > 0) joined += joined.length > 0 ? `/${paths[i]}` : paths[i];
  }
  return joined.length === 0 ? "." : normalize(joined);
}

function relative(from, to) {
  validateString(from, "from");
  validateString(to, "to");
  if (from === to) return "";
  const start = resolve(from);
  const target = resolve(to);
  if (start === target) return "";
  let common = 0;
  let lastSlash = 0;
  while (common < start.length && common < target.length && charCodeAt(start, common) === charCodeAt(target, common)) {
    if (charCodeAt(start, common) === 0x2f) lastSlash = common;
    common += 1;
  }
  // One is the beginning of the other, up to a whole segment.
  if (common === start.length && (charCodeAt(target, common) === 0x2f || common === 0)) lastSlash = common;
  else if (common === target.length && charCodeAt(start, common) === 0x2f) lastSlash = common;
  let up = "";
  const rest = stringSlice(start, lastSlash);
  for (let i = stringIndexOf(rest, "/"); i >= 0; i = stringIndexOf(rest, "/", i + 1)) {
    if (i + 1 < rest.length) up += up.length > 0 ? "/.." : "..";
  }
  let down = stringSlice(target, lastSlash);
  if (startsWith(down, "/")) down = stringSlice(down, 1);
  if (up.length === 0) return down;
  return down.length > 0 ? `${up}/${down}` : up;
}

/** The index after the last character that is not a slash. */
const trimmedEnd = (path) => {
  let end = path.length;
  while (end > 1 && charCodeAt(path, end - 1) === 0x2f) end -= 1;
  return end;
};

function dirname(path) {
  validateString(path, "path");
  if (path.length === 0) return ".";
  const trimmed = stringSlice(path, 0, trimmedEnd(path));
  const slash = stringLastIndexOf(trimmed, "/");
  if (slash < 0) return ".";
  if (slash === 0) return "/";
  // Two slashes at the beginning are kept, as in Node.
  return slash === 1 && charCodeAt(trimmed, 0) === 0x2f ? "//" : stringSlice(trimmed, 0, slash);
}

function basename(path, suffix = undefined) {
  if (suffix !== undefined) validateString(suffix, "suffix");
  validateString(path, "path");
  return suffixedName(path, suffix, (code) => code === 0x2f, 0);
}

function extname(path) {
  validateString(path, "path");
  return parseName(path, 0, (code) => code === 0x2f).ext;
}

function parse(path) {
  validateString(path, "path");
  const result = { root: "", dir: "", base: "", ext: "", name: "" };
  if (path.length === 0) return result;
  const root = isAbsolutePath(path) ? 1 : 0;
  const { base, ext, name, start } = parseName(path, root, (code) => code === 0x2f);
  if (root === 1) result.root = "/";
  // Node takes the second dot of "/.." for an extension.
  const isParent = root === 1 && start === 1 && base === "..";
  result.base = base;
  result.ext = isParent ? "." : ext;
  result.name = isParent ? "." : name;
  if (start > root) result.dir = stringSlice(path, 0, start - 1);
  else if (root === 1) result.dir = "/";
  return result;
}

export const posix = {
  resolve,
  normalize,
  isAbsolute(path) {
    validateString(path, "path");
    return isAbsolutePath(path);
  },
  join,
  relative,
  toNamespacedPath: (path) => path,
  dirname,
  basename,
  extname,
  format: (parts) => formatParts("/", parts),
  parse,
  sep: "/",
  delimiter: ":",
  win32,
  posix: /** @type {any} */ (null),
  _makeLong: /** @type {any} */ (undefined),
};
posix.posix = posix;
posix._makeLong = posix.toNamespacedPath;
win32.win32 = win32;
win32.posix = posix;
win32._makeLong = win32.toNamespacedPath;

export { win32 };
