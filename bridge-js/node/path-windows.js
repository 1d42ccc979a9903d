// @ts-check
// The paths of Windows: drives, UNC shares, and two separators.

import * as processes from "#deferred/node/process.js";
import { charAt, charCodeAt, startsWith, stringSlice, toLowerCase } from "../shared/primordials.js";
import { formatParts, joinSegments, parseName, suffixedName } from "./path-parts.js";
import { validateString } from "./errors.js";
import { test } from "./node-primordials.js";

const isSlash = (code) => code === 0x2f || code === 0x5c;
const isSlashAt = (path, index) => index < path.length && isSlash(charCodeAt(path, index));
const isLetter = (code) => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
const hasDrive = (path) => path.length >= 2 && isLetter(charCodeAt(path, 0)) && charCodeAt(path, 1) === 0x3a;

/** The index of the next separator, or of the end. */
function segmentEnd(path, from) {
  let end = from;
  while (end < path.length && !isSlash(charCodeAt(path, end))) end += 1;
  return end;
}

function skipSlashes(path, from) {
  let end = from;
  while (isSlashAt(path, end)) end += 1;
  return end;
}

/**
 * The part before the directories: the device, whether the path begins at its root, and where the root ends.
 *
 * @param {string} path
 */
function rootOf(path) {
  if (hasDrive(path)) {
    const isAbsolute = isSlashAt(path, 2);
    return { device: stringSlice(path, 0, 2), isAbsolute, end: isAbsolute ? 3 : 2, isShare: false };
  }
  if (!isSlashAt(path, 0)) return { device: "", isAbsolute: false, end: 0, isShare: false };
  if (isSlashAt(path, 1)) {
    const hostEnd = segmentEnd(path, 2);
    const shareStart = skipSlashes(path, hostEnd);
    const shareEnd = segmentEnd(path, shareStart);
    if (hostEnd > 2 && shareStart > hostEnd && shareEnd > shareStart) {
      const device = `\\\\${stringSlice(path, 2, hostEnd)}\\${stringSlice(path, shareStart, shareEnd)}`;
      return { device, isAbsolute: true, end: shareEnd, isShare: true };
    }
  }
  return { device: "", isAbsolute: true, end: 1, isShare: false };
}

function resolve(...paths) {
  let device = "";
  let tail = "";
  let isAbsolute = false;
  for (let i = paths.length - 1; i >= -1; i--) {
    let path;
    if (i >= 0) {
      path = paths[i];
      validateString(path, `paths[${i}]`);
      if (path.length === 0) continue;
    } else {
      path = processes.process.cwd();
      // The directory of another drive is not known: its root.
      if (device.length > 0 && toLowerCase(stringSlice(path, 0, 2)) !== toLowerCase(device)) path = `${device}\\`;
    }
    const root = rootOf(path);
    if (root.device.length > 0) {
      if (device.length > 0) {
        if (toLowerCase(root.device) !== toLowerCase(device)) continue;
      } else {
        device = root.device;
      }
    }
    if (isAbsolute) {
      if (device.length > 0) break;
    } else {
      tail = `${stringSlice(path, root.end)}\\${tail}`;
      isAbsolute = root.isAbsolute;
      if (isAbsolute && device.length > 0) break;
    }
  }
  tail = joinSegments(tail, !isAbsolute, "\\", true);
  return isAbsolute ? `${device}\\${tail}` : `${device}${tail}` || ".";
}

function normalize(path) {
  validateString(path, "path");
  if (path.length === 0) return ".";
  if (path.length === 1) return isSlash(charCodeAt(path, 0)) ? "\\" : path;
  const { device, isAbsolute, end, isShare } = rootOf(path);
  if (isShare && end === path.length) return `${device}\\`;
  let tail = joinSegments(stringSlice(path, end), !isAbsolute, "\\", true);
  if (tail.length === 0 && !isAbsolute) tail = ".";
  if (tail.length > 0 && isSlash(charCodeAt(path, path.length - 1))) tail += "\\";
  // A relative path must not become one with a drive, or an alternate stream.
  if (!isAbsolute && device === "" && (hasDrive(tail) || test(/:(?:[\\/]|$)/, path))) return `.\\${tail}`;
  return isAbsolute ? `${device}\\${tail}` : `${device}${tail}`;
}

function isAbsolute(path) {
  validateString(path, "path");
  return isSlashAt(path, 0) || (hasDrive(path) && isSlashAt(path, 2));
}

function join(...paths) {
  let joined;
  let first;
  for (let i = 0; i < paths.length; i++) {
    validateString(paths[i], "path");
    if (paths[i].length === 0) continue;
    joined = joined === undefined ? (first = paths[i]) : `${joined}\\${paths[i]}`;
  }
  if (joined === undefined) return ".";
  // Only a first part that is meant as a share makes one: `\\host` and `share`, and no other two slashes.
  let keepsShare = false;
  if (isSlashAt(first, 0) && isSlashAt(first, 1)) keepsShare = first.length === 2 || !isSlashAt(first, 2);
  if (keepsShare && first.length === 2) keepsShare = false;
  if (!keepsShare) {
    const count = skipSlashes(joined, 0);
    if (count >= 2) joined = `\\${stringSlice(joined, count)}`;
  }
  return normalize(joined);
}

function relative(from, to) {
  validateString(from, "from");
  validateString(to, "to");
  if (from === to) return "";
  const start = resolve(from);
  const target = resolve(to);
  const a = toLowerCase(start);
  const b = toLowerCase(target);
  if (a === b) return "";
  const from0 = trimmed(a);
  const to0 = trimmed(b);
  let common = 0;
  let last = -1;
  const fromText = stringSlice(a, from0.start, from0.end);
  const toText = stringSlice(b, to0.start, to0.end);
  while (common < fromText.length && common < toText.length && charCodeAt(fromText, common) === charCodeAt(toText, common)) {
    if (charCodeAt(fromText, common) === 0x5c) last = common;
    common += 1;
  }
  const original = stringSlice(target, to0.start, to0.end);
  if (common === fromText.length) {
    if (charCodeAt(toText, common) === 0x5c) return stringSlice(original, common + 1);
    if (common === 2 && fromText.length === 2) return stringSlice(original, common);
    if (common === toText.length) return "";
  }
  if (common === toText.length && charCodeAt(fromText, common) === 0x5c) last = common;
  else if (common === fromText.length && common === 2) last = 3;
  // Nothing in common: another drive or share.
  if (last < 0 && common !== fromText.length) return target;
  if (last < 0) last = 0;
  let up = "";
  for (let i = last; i <= fromText.length; i++) {
    if (i === fromText.length || charCodeAt(fromText, i) === 0x5c) {
      if (i > last || i === fromText.length) up += up.length === 0 ? ".." : "\\..";
    }
  }
  const at = last;
  const down = stringSlice(original, at);
  if (up.length > 0) return `${up}${down}`;
  return charCodeAt(down, 0) === 0x5c ? stringSlice(down, 1) : down;
}

/** Where a path begins and ends without backslashes around it. */
function trimmed(path) {
  let start = 0;
  while (start < path.length && charCodeAt(path, start) === 0x5c) start += 1;
  let end = path.length;
  while (end - 1 > start && charCodeAt(path, end - 1) === 0x5c) end -= 1;
  return { start, end };
}

function toNamespacedPath(path) {
  if (typeof path !== "string" || path.length === 0) return path;
  const resolved = resolve(path);
  if (resolved.length <= 2) return path;
  if (startsWith(resolved, "\\\\")) {
    const third = charAt(resolved, 2);
    if (third !== "?" && third !== ".") return `\\\\?\\UNC\\${stringSlice(resolved, 2)}`;
  } else if (hasDrive(resolved) && charAt(resolved, 2) === "\\") {
    return `\\\\?\\${resolved}`;
  }
  return resolved;
}

function dirname(path) {
  validateString(path, "path");
  if (path.length === 0) return ".";
  const root = rootOf(path);
  let rootEnd = root.end;
  if (root.isShare) {
    if (rootEnd === path.length) return path;
    if (isSlashAt(path, rootEnd)) rootEnd += 1;
  }
  let end = path.length;
  while (end > rootEnd && isSlash(charCodeAt(path, end - 1))) end -= 1;
  while (end > rootEnd && !isSlash(charCodeAt(path, end - 1))) end -= 1;
  if (end <= rootEnd) return rootEnd === 0 ? "." : stringSlice(path, 0, rootEnd);
  return stringSlice(path, 0, end - 1);
}

/** Where the segments of a path begin after a drive. */
const afterDrive = (path) => (hasDrive(path) ? 2 : 0);

function basename(path, suffix = undefined) {
  if (suffix !== undefined) validateString(suffix, "suffix");
  validateString(path, "path");
  return suffixedName(path, suffix, isSlash, afterDrive(path));
}

function extname(path) {
  validateString(path, "path");
  return parseName(path, afterDrive(path), isSlash).ext;
}

function parse(path) {
  validateString(path, "path");
  const result = { root: "", dir: "", base: "", ext: "", name: "" };
  if (path.length === 0) return result;
  const root = rootOf(path);
  let rootEnd = root.end;
  if (root.isShare && isSlashAt(path, rootEnd)) rootEnd += 1;
  result.root = stringSlice(path, 0, rootEnd);
  const { base, ext, name, start } = parseName(path, rootEnd, isSlash);
  result.base = base;
  result.ext = ext;
  result.name = name;
  result.dir = start > rootEnd && start > 0 ? stringSlice(path, 0, start - 1) : result.root;
  return result;
}

export const win32 = {
  resolve,
  normalize,
  isAbsolute,
  join,
  relative,
  toNamespacedPath,
  dirname,
  basename,
  extname,
  format: (parts) => formatParts("\\", parts),
  parse,
  sep: "\\",
  delimiter: ";",
  win32: /** @type {any} */ (null),
  posix: /** @type {any} */ (null),
  _makeLong: /** @type {any} */ (undefined),
};
