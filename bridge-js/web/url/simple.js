// @ts-check
// Texts that are URLs in the form in which they are serialized, or nearly so: most that a program meets. One expression
// recognizes them, and the parser is not needed.

import { exec, RegExp, stringIndexOf, stringSlice } from "../../shared/primordials.js";
import { split } from "../../shared/text.js";
import { ports } from "./record.js";

/** @typedef {import("./record.js").Record} Record */

const label = "[a-z0-9_-]+";
// A name that ends in a number is an IPv4 address, for which this accepts the usual form only.
const byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const host = `(?:${label}\\.)*[a-z][a-z0-9_-]*|${byte}\\.${byte}\\.${byte}\\.${byte}`;
// The characters that are not percent-encoded there.
const path = "/[A-Za-z0-9%._~!$&'()*+,;=:@/|\\[\\]-]*";
const query = "[A-Za-z0-9%._~!$&()*+,;=:@/?|^`{}\\[\\]\\\\-]*";
const fragment = "[A-Za-z0-9%._~!$&'()*+,;=:@/?#|^{}\\[\\]\\\\-]*";
const simple = new RegExp(`^(https?|wss?)://(${host})(?::([1-9][0-9]{0,4}))?(${path})?(?:\\?(${query}))?(?:#(${fragment}))?$`);

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
  const path = match[4];
  // "xn--" begins a label in Punycode; segments that begin with a dot may be relative.
  if (stringIndexOf(host, "xn--") >= 0) return undefined;
  if (path !== undefined && (stringIndexOf(path, "/.") >= 0 || stringIndexOf(path, "/%2") >= 0)) return undefined;
  const port = match[3] === undefined ? null : +match[3];
  if (port !== null && (port > 65535 || port === ports[scheme])) return undefined;
  return { scheme, username: "", password: "", host, port, path: path ?? "/", query: match[5] ?? null, fragment: match[6] ?? null };
}

/**
 * Gives such a record a path of segments, which is needed to change it and to resolve relative URLs.
 *
 * @param {Record} record
 */
export function splitPath(record) {
  record.path = split(stringSlice(/** @type {string} */ (record.path), 1), "/");
}
