// @ts-check
// Texts that are URLs in the form in which they are serialized, or nearly so: most that a program meets. One expression
// recognizes them, and the parser is not needed.

import { charCodeAt, exec, RegExp, startsWith, stringLastIndexOf, stringSlice } from "../../shared/primordials.js";
import { split } from "../../shared/text.js";
import { ports } from "./record.js";

/** @typedef {import("./record.js").Record} Record */

const label = "[a-z0-9_-]+";
// A name that ends in a number is an IPv4 address, for which this accepts the usual form only.
const byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
// "xn--" begins a label in Punycode.
const host = `(?![a-z0-9_.-]*xn--)(?:(?:${label}\\.)*[a-z][a-z0-9_-]*|${byte}\\.${byte}\\.${byte}\\.${byte})`;
// Segments that begin with a dot may be relative.
const withoutDots = "(?![^?#]*/(?:\\.|%2))";
// The characters that are not percent-encoded there. The slash is looked for first, not in the whole rest at each character of a host.
const path = `(?=/)${withoutDots}/[A-Za-z0-9%._~!$&'()*+,;=:@/|\\[\\]-]*`;
const query = "[A-Za-z0-9%._~!$&()*+,;=:@/?|^`{}\\[\\]\\\\-]*";
const fragment = "[A-Za-z0-9%._~!$&'()*+,;=:@/?#|^{}\\[\\]\\\\-]*";
const simple = new RegExp(`^(https?|wss?)://(${host})(?::([1-9][0-9]{0,4}))?(${path})?(?:\\?(${query}))?(?:#(${fragment}))?$`);
// A path without a host, and without a colon, which could end a scheme. Its first group leads to other folders.
const rest = `(?!\\.|%2)${withoutDots}[A-Za-z0-9%._~!$&'()*+,;=@/|\\[\\]-]*`;
const reference = new RegExp(`^(?!//)((?:\\.\\.?/)*)(${rest})(?:\\?(${query}))?(?:#(${fragment}))?$`);
/** The length of a reference above which the expression would need much memory. */
const longest = 8192;

/**
 * The record of a URL that needs no conversion but for a missing path. Its path is a text, as if it were opaque: that is enough
 * to serialize it. `undefined` for any other text.
 *
 * @param {string} text
 * @returns {Record | undefined}
 */
export function matchSimple(text) {
  const match = exec(simple, text);
  if (match === null) return undefined;
  const scheme = /** @type {string} */ (match[1]);
  const host = /** @type {string} */ (match[2]);
  const port = match[3] === undefined ? null : +match[3];
  if (port !== null && (port > 65535 || port === ports[scheme])) return undefined;
  return { scheme, username: "", password: "", host, port, path: match[4] ?? "/", query: match[5] ?? null, fragment: match[6] ?? null };
}

/** The base of the previous reference: a program has few. */
let lastBase = "";
/** @type {Record | undefined} */
let lastRecord;

/** @param {string} text */
function matchBase(text) {
  if (text === lastBase) return lastRecord;
  const record = matchSimple(text);
  lastBase = text;
  lastRecord = record;
  return record;
}

/**
 * The record of a URL or of a reference that need no conversion, relative to such a URL; as above. `undefined` for other texts.
 *
 * @param {string} text
 * @param {string} baseText
 * @returns {Record | undefined}
 */
export function matchReference(text, baseText) {
  const base = matchBase(baseText);
  if (base === undefined || text.length > longest) return undefined;
  const match = exec(reference, text);
  if (match === null) return matchSimple(text);
  const { scheme, host, port } = base;
  const folders = /** @type {string} */ (match[1]);
  const rest = /** @type {string} */ (match[2]);
  const path = resolvePath(folders, rest, /** @type {string} */ (base.path));
  const query = match[3] ?? (folders === "" && rest === "" ? base.query : null);
  return { scheme, username: "", password: "", host, port, path, query, fragment: match[4] ?? null };
}

/**
 * @param {string} folders "./" and "../"
 * @param {string} rest of a reference's path
 * @param {string} base
 */
function resolvePath(folders, rest, base) {
  if (folders === "") {
    if (rest === "") return base;
    if (startsWith(rest, "/")) return rest;
  }
  let end = stringLastIndexOf(base, "/");
  for (let i = 0; i < folders.length; i += 2) {
    if (charCodeAt(folders, i + 1) !== 0x2e) continue;
    i += 1;
    if (end > 0) end -= 1;
    while (end > 0 && charCodeAt(base, end) !== 0x2f) end -= 1;
  }
  return stringSlice(base, 0, end + 1) + rest;
}

/**
 * Gives such a record a path of segments, which is needed to change it and to resolve relative URLs.
 *
 * @param {Record} record
 */
export function splitPath(record) {
  record.path = split(stringSlice(/** @type {string} */ (record.path), 1), "/");
}
