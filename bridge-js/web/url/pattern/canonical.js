// @ts-check
// The normal forms of the fixed texts of each component, in the terms of the URL Pattern Standard: what a URL with this component
// would have.

import { charCodeAt, exec, stringSlice, toLowerCase, TypeError } from "../../../shared/primordials.js";
import {
  digitsOf, encodeFragment, encodeOpaquePath, encodeQuery, parse, parsePath, setHost, setPort, withoutLineBreaks,
} from "../parser.js";
import { percentEncode, USERINFO } from "../percent.js";
import { isSpecial, serializePath } from "../record.js";

/** @typedef {import("../record.js").Record} Record */
/** @typedef {import("./names.js").ComponentName} ComponentName */
/** @typedef {import("./names.js").Init} Init */

/** @param {string} scheme of a URL that serves for its parts only */
const blank = (scheme) =>
  /** @type {Record} */ ({ scheme, username: "", password: "", host: "", port: null, path: [], query: null, fragment: null });

/**
 * @param {ComponentName} name
 * @param {string} value
 */
function refuse(name, value) {
  return new TypeError(`URLPattern: "${value}" is not a valid ${name} of a URL`);
}

/** @param {string} value */
export function canonicalProtocol(value) {
  if (value === "") return "";
  const record = parse(`${value}://dummy.invalid/`, null);
  if (record === null) throw refuse("protocol", value);
  return record.scheme;
}

/** @param {string} value */
export const canonicalUser = (value) => percentEncode(value, USERINFO);

const endOfHost = /[/?#]/;
const endOfSpecialHost = /[/?#\\]/;

/** @param {string} value */
export function canonicalHostname(value) {
  return hostname(value, "https");
}

/** @param {string} value of a URL whose scheme is not special */
export function canonicalOpaqueHostname(value) {
  return hostname(value, "opaque");
}

/**
 * @param {string} value
 * @param {string} scheme
 */
function hostname(value, scheme) {
  const record = blank(scheme);
  const text = withoutLineBreaks(value);
  const end = exec(isSpecial(scheme) ? endOfSpecialHost : endOfHost, text)?.index ?? text.length;
  if (value === "") return "";
  if (!setHost(record, stringSlice(text, 0, end), false)) throw refuse("hostname", value);
  return record.host ?? "";
}

const partOfIPv6 = /^[0-9A-Fa-f:[\]]*$/;

/** @param {string} value */
export function canonicalIPv6Hostname(value) {
  if (exec(partOfIPv6, value) === null) throw refuse("hostname", value);
  return toLowerCase(value);
}

/**
 * @param {string} value
 * @param {string} [protocol] whose standard port is written as an empty text
 */
export function canonicalPort(value, protocol = "") {
  if (value === "") return "";
  const record = blank(protocol);
  const text = withoutLineBreaks(value);
  const digits = digitsOf(text);
  if (digits === 0 || !setPort(record, stringSlice(text, 0, digits))) throw refuse("port", value);
  return `${record.port ?? ""}`;
}

/** @param {string} value */
export function canonicalPathname(value) {
  if (value === "") return "";
  const record = blank("https");
  // A text that does not begin with a slash is a part of a path: the dash keeps dots at its beginning.
  const text = withoutLineBreaks(value);
  if (charCodeAt(value, 0) === 0x2f) return serializePath(parsePath(record, stringSlice(text, 1)));
  return stringSlice(serializePath(parsePath(record, `-${text}`)), 2);
}

/** @param {string} value */
export const canonicalOpaquePathname = (value) => encodeOpaquePath(withoutLineBreaks(value), false);

/** @param {string} value */
export const canonicalSearch = (value) => encodeQuery(blank("https"), withoutLineBreaks(value));

/** @param {string} value */
export const canonicalHash = (value) => encodeFragment(withoutLineBreaks(value));
