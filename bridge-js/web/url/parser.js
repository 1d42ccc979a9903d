// @ts-check
// The basic parser of the URL Standard, by parts instead of by states: each part ends where the standard's states end it.

import { append } from "../../shared/lists.js";
import {
  charCodeAt, exec, parseInt, pop, stringIndexOf, stringLastIndexOf, stringSlice, toLowerCase,
} from "../../shared/primordials.js";
import { replaceAll, split } from "../../shared/text.js";
import { parseHost } from "./host.js";
import { C0_CONTROL, FRAGMENT, isDigit, PATH, percentEncode, QUERY, SPECIAL_QUERY, USERINFO } from "./percent.js";
import { isSpecial, ports } from "./record.js";

/** @typedef {import("./record.js").Record} Record */

const leadingScheme = /^[A-Za-z][A-Za-z0-9+.-]*(?=:)/;
const driveLetter = /^[A-Za-z][:|]$/;
const normalDriveLetter = /^[A-Za-z]:$/;
const leadingDriveLetter = /^[A-Za-z][:|](?:[/\\]|$)/;
const oneOrTwoDots = /^(?:\.|%2e)(\.|%2e)?$/i;
const slashes = /^\/*/;
const anySlashes = /^[/\\]*/;
const anySlash = /[/\\]/;
const lineBreaks = /[\t\n\r]+/g;

/**
 * @param {string} input without lone surrogates
 * @param {Record | null} base
 * @returns {Record | null} `null` where the standard fails
 */
export function parse(input, base) {
  let text = withoutLineBreaks(trimmed(input));
  const hash = stringIndexOf(text, "#");
  const fragment = hash < 0 ? null : stringSlice(text, hash + 1);
  if (hash >= 0) text = stringSlice(text, 0, hash);
  const mark = stringIndexOf(text, "?");
  const query = mark < 0 ? null : stringSlice(text, mark + 1);
  if (mark >= 0) text = stringSlice(text, 0, mark);
  const record = parseBeforeQuery(text, base, query !== null || fragment !== null, query === null && fragment !== null);
  if (record === null) return null;
  if (query !== null) record.query = encodeQuery(record, query);
  record.fragment = fragment === null ? null : encodeFragment(fragment);
  return record;
}

/**
 * @param {string} text
 * @param {Record | null} base
 * @param {boolean} isFollowed whether a query or a fragment follows
 * @param {boolean} isFragmentNext whether only a fragment follows
 * @returns {Record | null}
 */
function parseBeforeQuery(text, base, isFollowed, isFragmentNext) {
  const name = exec(leadingScheme, text)?.[0];
  if (name === undefined) return base === null ? null : parseRelative(text, base, isFragmentNext);
  const scheme = toLowerCase(name);
  const rest = stringSlice(text, name.length + 1);
  const record = emptyRecord(scheme);
  if (scheme === "file") return parseFile(record, rest, base?.scheme === "file" ? base : null);
  if (isSpecial(scheme)) {
    if (base?.scheme === scheme) return parseReference(record, rest, base);
    return parseAuthority(record, stringSlice(rest, slashesOf(record, rest)));
  }
  if (stringSlice(rest, 0, 2) === "//") return parseAuthority(record, stringSlice(rest, 2));
  if (charCodeAt(rest, 0) === 0x2f) return parsePath(record, stringSlice(rest, 1));
  record.path = encodeOpaquePath(rest, isFollowed);
  return record;
}

/**
 * @param {string} text
 * @param {Record} base
 * @param {boolean} isFragmentNext
 * @returns {Record | null}
 */
function parseRelative(text, base, isFragmentNext) {
  if (typeof base.path === "string") return text === "" && isFragmentNext ? { ...base } : null;
  const record = emptyRecord(base.scheme);
  return base.scheme === "file" ? parseFile(record, text, base) : parseReference(record, text, base);
}

/**
 * The relative state of the standard.
 *
 * @param {Record} record
 * @param {string} text
 * @param {Record} base
 * @returns {Record | null}
 */
function parseReference(record, text, base) {
  if (isSlash(record, text, 0)) {
    if (isSlash(record, text, 1)) {
      return parseAuthority(record, stringSlice(text, isSpecial(record.scheme) ? slashesOf(record, text) : 2));
    }
    takeAuthority(record, base);
    return parsePath(record, stringSlice(text, 1));
  }
  takeAuthority(record, base);
  record.path = copied(base.path);
  if (text === "") {
    record.query = base.query;
    return record;
  }
  shorten(record);
  return parsePath(record, text);
}

/**
 * @param {Record} record
 * @param {string} text after the scheme
 * @param {Record | null} base with the same scheme
 * @returns {Record | null}
 */
function parseFile(record, text, base) {
  record.host = "";
  if (isSlash(record, text, 0)) {
    if (isSlash(record, text, 1)) return parseFileHost(record, stringSlice(text, 2));
    const rest = stringSlice(text, 1);
    if (base !== null) {
      record.host = base.host;
      if (exec(leadingDriveLetter, rest) === null && beginsWithDrive(pathOf(base))) {
        append(pathOf(record), /** @type {string} */ (pathOf(base)[0]));
      }
    }
    return parsePath(record, rest);
  }
  if (base === null) return parsePath(record, text);
  record.host = base.host;
  record.path = copied(base.path);
  if (text === "") {
    record.query = base.query;
    return record;
  }
  if (exec(leadingDriveLetter, text) === null) shorten(record);
  else record.path = [];
  return parsePath(record, text);
}

/**
 * @param {Record} record
 * @param {string} text
 * @returns {Record | null}
 */
function parseFileHost(record, text) {
  const end = endOfAuthority(record, text);
  const host = stringSlice(text, 0, end);
  if (exec(driveLetter, host) !== null) return parsePath(record, text);
  if (!setFileHost(record, host)) return null;
  return parsePath(record, stringSlice(text, end + 1));
}

/**
 * @param {Record} record
 * @param {string} text
 */
export function setFileHost(record, text) {
  const host = text === "" ? "" : parseHost(text, true);
  if (host === null) return false;
  record.host = host === "localhost" ? "" : host;
  return true;
}

/**
 * Credentials, host, port and path.
 *
 * @param {Record} record
 * @param {string} text after the slashes
 * @returns {Record | null}
 */
function parseAuthority(record, text) {
  const end = endOfAuthority(record, text);
  let authority = stringSlice(text, 0, end);
  const at = stringLastIndexOf(authority, "@");
  if (at >= 0) {
    const credentials = stringSlice(authority, 0, at);
    authority = stringSlice(authority, at + 1);
    if (authority === "") return null;
    const colon = stringIndexOf(credentials, ":");
    record.username = percentEncode(colon < 0 ? credentials : stringSlice(credentials, 0, colon), USERINFO);
    if (colon >= 0) record.password = percentEncode(stringSlice(credentials, colon + 1), USERINFO);
  }
  const colon = colonOfPort(authority);
  const host = colon < 0 ? authority : stringSlice(authority, 0, colon);
  if (!setHost(record, host, colon >= 0)) return null;
  if (colon >= 0) {
    const port = stringSlice(authority, colon + 1);
    if (digitsOf(port) !== port.length || !setPort(record, port)) return null;
  }
  // The path of a scheme that is not special may be missing.
  if (end === text.length && !isSpecial(record.scheme)) return record;
  return parsePath(record, stringSlice(text, end + 1));
}

/**
 * @param {Record} record
 * @param {string} text
 * @param {boolean} isFollowedByPort
 */
export function setHost(record, text, isFollowedByPort) {
  if (text === "" && (isSpecial(record.scheme) || isFollowedByPort)) return false;
  const host = text === "" ? "" : parseHost(text, isSpecial(record.scheme));
  if (host === null) return false;
  record.host = host;
  return true;
}

/**
 * @param {Record} record
 * @param {string} digits
 */
export function setPort(record, digits) {
  if (digits === "") return true;
  const port = parseInt(digits, 10);
  if (port > 65535) return false;
  record.port = port === ports[record.scheme] ? null : port;
  return true;
}

/**
 * The number of digits with which a text begins.
 * @param {string} text
 */
export function digitsOf(text) {
  let count = 0;
  while (isDigit(charCodeAt(text, count))) count += 1;
  return count;
}

/**
 * The index of the colon that is not within brackets; -1 if there is none.
 * @param {string} authority
 */
export function colonOfPort(authority) {
  if (stringIndexOf(authority, "[") < 0) return stringIndexOf(authority, ":");
  let isInBrackets = false;
  for (let i = 0; i < authority.length; i++) {
    const code = charCodeAt(authority, i);
    if (code === 0x3a && !isInBrackets) return i;
    if (code === 0x5b) isInBrackets = true;
    else if (code === 0x5d) isInBrackets = false;
  }
  return -1;
}

/**
 * Adds segments to a path.
 *
 * @param {Record} record
 * @param {string} text after the first slash
 */
export function parsePath(record, text) {
  const path = pathOf(record);
  const segments = split(isSpecial(record.scheme) ? replaceAll(text, "\\", "/") : text, "/");
  for (let i = 0; i < segments.length; i++) {
    const segment = /** @type {string} */ (segments[i]);
    const isLast = i === segments.length - 1;
    const dots = exec(oneOrTwoDots, segment);
    if (dots !== null) {
      if (dots[1] !== undefined) shorten(record);
      if (isLast) append(path, "");
    } else if (record.scheme === "file" && path.length === 0 && exec(driveLetter, segment) !== null) {
      append(path, `${stringSlice(segment, 0, 1)}:`);
    } else append(path, percentEncode(segment, PATH));
  }
  return record;
}

/**
 * Removes the last segment, unless it is the letter of a drive.
 * @param {Record} record
 */
function shorten(record) {
  const path = pathOf(record);
  if (record.scheme !== "file" || path.length !== 1 || !beginsWithDrive(path)) pop(path);
}

/** @param {string[]} path */
function beginsWithDrive(path) {
  return path.length > 0 && exec(normalDriveLetter, /** @type {string} */ (path[0])) !== null;
}

/**
 * @param {Record} record
 * @param {string} query
 */
export function encodeQuery(record, query) {
  return percentEncode(query, isSpecial(record.scheme) ? SPECIAL_QUERY : QUERY);
}

/** @param {string} fragment */
export function encodeFragment(fragment) {
  return percentEncode(fragment, FRAGMENT);
}

/**
 * @param {string} path
 * @param {boolean} isFollowed
 */
export function encodeOpaquePath(path, isFollowed) {
  const encoded = percentEncode(path, C0_CONTROL);
  // A space at the end would be trimmed if the following text were removed.
  const endsInSpace = isFollowed && charCodeAt(encoded, encoded.length - 1) === 0x20;
  return endsInSpace ? `${stringSlice(encoded, 0, -1)}%20` : encoded;
}

/**
 * @param {string} scheme
 * @returns {Record}
 */
function emptyRecord(scheme) {
  return { scheme, username: "", password: "", host: null, port: null, path: [], query: null, fragment: null };
}

/**
 * @param {Record} record
 * @param {Record} base
 */
function takeAuthority(record, base) {
  record.username = base.username;
  record.password = base.password;
  record.host = base.host;
  record.port = base.port;
}

/** @param {Record} record one whose path is not opaque */
function pathOf(record) {
  return /** @type {string[]} */ (record.path);
}

/** @param {string | string[]} path one that is not opaque */
function copied(path) {
  /** @type {string[]} */
  const copy = [];
  for (let i = 0; i < path.length; i++) append(copy, /** @type {string} */ (path[i]));
  return copy;
}

/**
 * Whether a character separates segments; in special schemes a backslash does too.
 *
 * @param {Record} record
 * @param {string} text
 * @param {number} at
 */
function isSlash(record, text, at) {
  const code = charCodeAt(text, at);
  return code === 0x2f || (code === 0x5c && isSpecial(record.scheme));
}

/**
 * The number of slashes with which a text begins.
 *
 * @param {Record} record
 * @param {string} text
 */
function slashesOf(record, text) {
  return exec(isSpecial(record.scheme) ? anySlashes : slashes, text)?.[0]?.length ?? 0;
}

/**
 * @param {Record} record
 * @param {string} text
 */
function endOfAuthority(record, text) {
  const end = isSpecial(record.scheme) ? exec(anySlash, text)?.index ?? -1 : stringIndexOf(text, "/");
  return end < 0 ? text.length : end;
}

/**
 * The text without controls and spaces around it.
 * @param {string} text
 */
function trimmed(text) {
  let start = 0;
  let end = text.length;
  while (start < end && charCodeAt(text, start) <= 0x20) start += 1;
  while (end > start && charCodeAt(text, end - 1) <= 0x20) end -= 1;
  return stringSlice(text, start, end);
}

/**
 * The text without tabs and line ends.
 * @param {string} text
 */
export function withoutLineBreaks(text) {
  let result = "";
  let start = 0;
  lineBreaks.lastIndex = 0;
  for (let match = exec(lineBreaks, text); match !== null; match = exec(lineBreaks, text)) {
    result += stringSlice(text, start, match.index);
    start = lineBreaks.lastIndex;
  }
  return start === 0 ? text : result + stringSlice(text, start);
}
