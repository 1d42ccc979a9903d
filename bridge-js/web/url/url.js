// @ts-check
// Both classes are in one part, because each needs the other.

import * as blobURLs from "#deferred/web/files/blob-urls.js";
import { defineInspection, describeInterface, requireArguments } from "../interface.js";
import { TypeError } from "../../shared/primordials.js";
import { parse } from "./parser.js";
import { matchReference, matchSimple, splitPath } from "./simple.js";
import { serialize, serializeHost, serializeOrigin, serializePath } from "./record.js";
import { control, parse as parseQuery, toText, URLSearchParams, withoutMark } from "./search-params.js";
import {
  changeFragment, changeHost, changePassword, changePath, changePort, changeQuery, changeScheme, changeUsername,
} from "./setters.js";

export { parseQuery, URLSearchParams };

/**
 * The query of a `URLSearchParams`. `undefined` for any other value.
 * @param {unknown} value
 */
export const queryOf = (value) => control.query(value);

/**
 * The text of a URL, and whether it has a user or a password. `undefined` for a text that is none.
 * @param {string} text
 */
export function normalized(text) {
  const record = parse(text, null);
  if (record === null) return undefined;
  return { href: serialize(record), hasCredentials: record.username !== "" || record.password !== "" };
}

/**
 * The address of a `WebSocket`, and its origin. `undefined` for a text that is none.
 * @param {string} text
 */
export function socketAddress(text) {
  const record = parse(text, null);
  if (record === null || record.fragment !== null) return undefined;
  if (record.scheme === "http") record.scheme = "ws";
  if (record.scheme === "https") record.scheme = "wss";
  if (record.scheme !== "ws" && record.scheme !== "wss") return undefined;
  return { href: serialize(record), origin: serializeOrigin(record, parse) };
}

/** @typedef {import("./record.js").Record} Record */

/** A URL with its parts. */
export class URL {
  /** @type {Record} */
  #parts;
  /** Whether the path of the record is still a text. */
  #isSimple = false;
  /** @type {URLSearchParams | undefined} */
  #params;
  /** Whether the parameters changed since their query was written. It is written when it is read: a program may add many of them. */
  #isStale = false;

  /**
   * @param {unknown} url
   * @param {unknown} [base] of a relative URL
   */
  constructor(url, base = undefined) {
    requireArguments("URL", arguments.length, 1);
    const text = toText(url);
    const baseText = base === undefined ? undefined : toText(base);
    const simple = match(text, baseText);
    this.#isSimple = simple !== undefined;
    this.#parts = simple ?? requireRecord(text, baseText);
  }

  /** The record, with the query of the parameters. */
  get #record() {
    if (this.#isStale) {
      this.#isStale = false;
      this.#parts.query = control.query(this.#params) || null;
    }
    return this.#parts;
  }

  /** The record, to be changed. */
  get #whole() {
    if (this.#isSimple) {
      this.#isSimple = false;
      splitPath(this.#record);
    }
    return this.#record;
  }

  /**
   * @param {unknown} url
   * @param {unknown} [base]
   * @returns {URL | null} `null` for a text that is not a URL
   */
  static parse(url, base = undefined) {
    requireArguments("URL.parse", arguments.length, 1);
    const text = toText(url);
    const baseText = base === undefined ? undefined : toText(base);
    const simple = match(text, baseText);
    const record = simple ?? parseWithBase(text, baseText);
    if (record === null) return null;
    const result = new URL("http://a/");
    result.#parts = record;
    result.#isSimple = simple !== undefined;
    return result;
  }

  /**
   * @param {unknown} url
   * @param {unknown} [base]
   */
  static canParse(url, base = undefined) {
    requireArguments("URL.canParse", arguments.length, 1);
    const text = toText(url);
    const baseText = base === undefined ? undefined : toText(base);
    return match(text, baseText) !== undefined || parseWithBase(text, baseText) !== null;
  }

  /**
   * A URL of a blob, valid until it is revoked.
   * @param {unknown} blob
   */
  static createObjectURL(blob) {
    requireArguments("URL.createObjectURL", arguments.length, 1);
    return blobURLs.createURL(blob);
  }

  /** @param {unknown} url */
  static revokeObjectURL(url) {
    requireArguments("URL.revokeObjectURL", arguments.length, 1);
    blobURLs.revokeURL(toText(url));
  }

  get href() {
    return serialize(this.#record);
  }

  set href(value) {
    this.#parts = requireRecord(toText(value), undefined);
    this.#isSimple = false;
    this.#isStale = false;
    this.#updateParams();
  }

  get origin() {
    return serializeOrigin(this.#record, parse);
  }

  get protocol() {
    return `${this.#record.scheme}:`;
  }

  set protocol(value) {
    changeScheme(this.#whole, toText(value));
  }

  get username() {
    return this.#record.username;
  }

  set username(value) {
    changeUsername(this.#whole, toText(value));
  }

  get password() {
    return this.#record.password;
  }

  set password(value) {
    changePassword(this.#whole, toText(value));
  }

  get host() {
    return serializeHost(this.#record);
  }

  set host(value) {
    changeHost(this.#whole, toText(value), true);
  }

  get hostname() {
    return this.#record.host ?? "";
  }

  set hostname(value) {
    changeHost(this.#whole, toText(value), false);
  }

  get port() {
    return `${this.#record.port ?? ""}`;
  }

  set port(value) {
    changePort(this.#whole, toText(value));
  }

  get pathname() {
    return serializePath(this.#record);
  }

  set pathname(value) {
    changePath(this.#whole, toText(value));
  }

  get search() {
    const { query } = this.#record;
    return query === null || query === "" ? "" : `?${query}`;
  }

  set search(value) {
    const text = toText(value);
    const query = withoutMark(text);
    if (text === "") this.#record.query = null;
    else changeQuery(this.#whole, query);
    if (this.#params !== undefined) control.replace(this.#params, query);
  }

  get searchParams() {
    this.#params ??= control.make(this.#record.query ?? "", () => {
      this.#isStale = true;
    });
    return this.#params;
  }

  get hash() {
    const { fragment } = this.#record;
    return fragment === null || fragment === "" ? "" : `#${fragment}`;
  }

  set hash(value) {
    changeFragment(this.#whole, toText(value));
  }

  toString() {
    return serialize(this.#record);
  }

  toJSON() {
    return serialize(this.#record);
  }

  #updateParams() {
    if (this.#params !== undefined) control.replace(this.#params, this.#record.query ?? "");
  }
}

describeInterface(URL);
defineInspection(URL, (url) => {
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, searchParams, hash } = url;
  return { href, origin, protocol, username, password, host, hostname, port, pathname, search, searchParams, hash };
});

/**
 * The record of a URL that needs no parser.
 *
 * @param {string} text
 * @param {string | undefined} base
 */
function match(text, base) {
  return base === undefined ? matchSimple(text) : matchReference(text, base);
}

/**
 * @param {string} url
 * @param {string | undefined} base
 * @returns {Record | null}
 */
function parseWithBase(url, base) {
  if (base === undefined) return parse(url, null);
  const simple = matchSimple(base);
  if (simple !== undefined) splitPath(simple);
  const record = simple ?? parse(base, null);
  return record === null ? null : parse(url, record);
}

/**
 * @param {string} url
 * @param {string | undefined} base
 */
function requireRecord(url, base) {
  const record = parseWithBase(url, base);
  if (record !== null) return record;
  throw new TypeError(base === undefined ? `"${url}" is not a valid URL` : `"${url}" is not a valid URL, nor relative to "${base}"`);
}
