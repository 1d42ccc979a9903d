// @ts-check
// What paths of both kinds have in common.

import { charCodeAt, endsWith, pop, stringSlice } from "../shared/primordials.js";
import { append, makeList } from "../shared/lists.js";
import { invalidArgType } from "./errors.js";

/**
 * The path without `.`, `..` and empty segments, without slashes at either end.
 *
 * @param {string} path
 * @param {boolean} allowsAbove whether `..` at the beginning is kept
 * @param {string} separator of the result
 * @param {boolean} isWindows whether a backslash is a separator too
 */
export function joinSegments(path, allowsAbove, separator, isWindows) {
  /** @type {string[]} */
  const segments = makeList();
  let start = 0;
  for (let i = 0; i <= path.length; i++) {
    const code = i < path.length ? charCodeAt(path, i) : 0x2f;
    if (code !== 0x2f && !(isWindows && code === 0x5c)) continue;
    const segment = stringSlice(path, start, i);
    start = i + 1;
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") {
      append(segments, segment);
    } else if (segments.length > 0 && segments[segments.length - 1] !== "..") {
      pop(segments);
    } else if (allowsAbove) {
      append(segments, "..");
    }
  }
  let result = "";
  for (let i = 0; i < segments.length; i++) result += i === 0 ? segments[i] : separator + segments[i];
  return result;
}

/**
 * The last segment of a path, without slashes after it, divided before its last dot.
 *
 * @param {string} path
 * @param {number} from where the segments begin
 * @param {(code: number) => boolean} isSeparator
 */
export function parseName(path, from, isSeparator) {
  let end = path.length;
  while (end > from && isSeparator(charCodeAt(path, end - 1))) end -= 1;
  let start = end;
  while (start > from && !isSeparator(charCodeAt(path, start - 1))) start -= 1;
  const base = stringSlice(path, start, end);
  let dot = base.length - 1;
  while (dot >= 0 && charCodeAt(base, dot) !== 0x2e) dot -= 1;
  const hasExtension = dot > 0 && base !== "..";
  return { base, start, name: hasExtension ? stringSlice(base, 0, dot) : base, ext: hasExtension ? stringSlice(base, dot) : "" };
}

/**
 * The last segment without a suffix; a name that is the suffix is kept.
 *
 * @param {string} path
 * @param {string | undefined} suffix
 * @param {(code: number) => boolean} isSeparator
 * @param {number} from
 */
export function suffixedName(path, suffix, isSeparator, from) {
  const { base } = parseName(path, from, isSeparator);
  if (suffix === undefined || suffix === "" || suffix.length > path.length) return base;
  if (suffix === path) return "";
  return endsWith(base, suffix) && base !== suffix ? stringSlice(base, 0, base.length - suffix.length) : base;
}

/**
 * @param {string} separator
 * @param {any} parts
 */
export function formatParts(separator, parts) {
  if (parts === null || typeof parts !== "object") throw invalidArgType("pathObject", "Object", parts);
  const dir = parts.dir || parts.root;
  const extension = parts.ext ? `${charCodeAt(parts.ext, 0) === 0x2e ? "" : "."}${parts.ext}` : "";
  const base = parts.base || `${parts.name || ""}${extension}`;
  if (!dir) return base;
  return dir === parts.root ? `${dir}${base}` : `${dir}${separator}${base}`;
}
