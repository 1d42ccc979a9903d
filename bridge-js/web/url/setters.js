// @ts-check
// Setters of the parts of a URL. A value that is malformed has no effect, as the URL Standard requires.

import { charCodeAt, exec, stringSlice, toLowerCase } from "../../shared/primordials.js";
import {
  colonOfPort, digitsOf, encodeFragment, encodeQuery, parsePath, setFileHost, setHost, setPort, withoutLineBreaks,
} from "./parser.js";
import { percentEncode, USERINFO } from "./percent.js";
import { hasAuthority, hasCredentials, isSpecial, ports } from "./record.js";

/** @typedef {import("./record.js").Record} Record */

const scheme = /^[A-Za-z][A-Za-z0-9+.-]*(?=:|$)/;
const authority = /^[^/?#]*/;
const specialAuthority = /^[^/?#\\]*/;

/**
 * @param {Record} record
 * @param {string} text
 */
export function changeScheme(record, text) {
  const name = exec(scheme, withoutLineBreaks(text))?.[0];
  if (name === undefined) return;
  const next = toLowerCase(name);
  if (isSpecial(record.scheme) !== isSpecial(next)) return;
  if (next === "file" && (hasCredentials(record) || record.port !== null)) return;
  if (record.scheme === "file" && record.host === "") return;
  record.scheme = next;
  if (record.port === ports[next]) record.port = null;
}

/**
 * @param {Record} record
 * @param {string} text
 */
export function changeUsername(record, text) {
  if (hasAuthority(record)) record.username = percentEncode(text, USERINFO);
}

/**
 * @param {Record} record
 * @param {string} text
 */
export function changePassword(record, text) {
  if (hasAuthority(record)) record.password = percentEncode(text, USERINFO);
}

/**
 * @param {Record} record
 * @param {string} text
 * @param {boolean} takesPort
 */
export function changeHost(record, text, takesPort) {
  if (typeof record.path === "string") return;
  const host = exec(isSpecial(record.scheme) ? specialAuthority : authority, withoutLineBreaks(text))?.[0] ?? "";
  if (record.scheme === "file") return void setFileHost(record, host);
  const colon = colonOfPort(host);
  if (colon < 0) {
    if (host === "" && (hasCredentials(record) || record.port !== null)) return;
    setHost(record, host, false);
  } else if (takesPort && setHost(record, stringSlice(host, 0, colon), true)) {
    const port = stringSlice(host, colon + 1);
    setPort(record, stringSlice(port, 0, digitsOf(port)));
  }
}

/**
 * @param {Record} record
 * @param {string} text
 */
export function changePort(record, text) {
  if (!hasAuthority(record)) return;
  const port = withoutLineBreaks(text);
  if (text === "") record.port = null;
  else setPort(record, stringSlice(port, 0, digitsOf(port)));
}

/**
 * @param {Record} record
 * @param {string} text
 */
export function changePath(record, text) {
  if (typeof record.path === "string") return;
  const path = withoutLineBreaks(text);
  const first = charCodeAt(path, 0);
  const isDivided = first === 0x2f || (first === 0x5c && isSpecial(record.scheme));
  record.path = [];
  if (path === "" && record.host !== null && !isSpecial(record.scheme)) return;
  parsePath(record, isDivided ? stringSlice(path, 1) : path);
}

/**
 * @param {Record} record
 * @param {string} text without the question mark
 */
export function changeQuery(record, text) {
  record.query = encodeQuery(record, withoutLineBreaks(text));
}

/**
 * @param {Record} record
 * @param {string} text
 */
export function changeFragment(record, text) {
  const fragment = stringSlice(text, 0, 1) === "#" ? stringSlice(text, 1) : text;
  record.fragment = text === "" ? null : encodeFragment(withoutLineBreaks(fragment));
}
