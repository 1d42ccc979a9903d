// @ts-check
// The parts of a URL, and their serialization.

import { join } from "../../shared/primordials.js";

/**
 * A URL record in the terms of the URL Standard.
 *
 * @typedef {object} Record
 * @property {string} scheme
 * @property {string} username
 * @property {string} password
 * @property {string | null} host serialized
 * @property {number | null} port `null` if it is the default of the scheme
 * @property {string | string[]} path a string if it is opaque
 * @property {string | null} query
 * @property {string | null} fragment
 */

/** The special schemes and their ports. */
export const ports = /** @type {{ readonly [scheme: string]: number | null | undefined }} */ (
  /** @type {unknown} */ ({ __proto__: null, ftp: 21, file: null, http: 80, https: 443, ws: 80, wss: 443 })
);

/** @param {string} scheme */
export function isSpecial(scheme) {
  return ports[scheme] !== undefined;
}

/** @param {Record} record */
export function hasCredentials(record) {
  return record.username !== "" || record.password !== "";
}

/** @param {Record} record */
export function hasAuthority(record) {
  return record.host !== null && record.host !== "" && record.scheme !== "file";
}

/** @param {Record} record */
export function serializeHost(record) {
  return record.port === null ? `${record.host ?? ""}` : `${record.host}:${record.port}`;
}

/** @param {Record} record */
export function serializePath({ path }) {
  if (typeof path === "string") return path;
  return path.length === 0 ? "" : `/${join(path, "/")}`;
}

/** @param {Record} record */
export function serialize(record) {
  const { scheme, username, password, host, path, query, fragment } = record;
  let text = `${scheme}:`;
  if (host !== null) {
    text += "//";
    if (hasCredentials(record)) text += password === "" ? `${username}@` : `${username}:${password}@`;
    text += serializeHost(record);
  } else if (typeof path !== "string" && path.length > 1 && path[0] === "") {
    // Otherwise the path would be parsed as a host.
    text += "/.";
  }
  text += serializePath(record);
  if (query !== null) text += `?${query}`;
  if (fragment !== null) text += `#${fragment}`;
  return text;
}

/**
 * @param {Record} record
 * @param {(url: string, base: null) => Record | null} parse
 * @returns {string}
 */
export function serializeOrigin(record, parse) {
  const { scheme, path } = record;
  if (scheme === "blob" && typeof path === "string") {
    const inner = parse(path, null);
    return inner !== null && (inner.scheme === "http" || inner.scheme === "https") ? serializeOrigin(inner, parse) : "null";
  }
  return isSpecial(scheme) && scheme !== "file" ? `${scheme}://${serializeHost(record)}` : "null";
}
