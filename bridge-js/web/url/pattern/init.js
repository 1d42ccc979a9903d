// @ts-check
// The components that an object gives, with those of its base URL, in the terms of the URL Pattern Standard.

import { charCodeAt, stringLastIndexOf, stringSlice, TypeError } from "../../../shared/primordials.js";
import { nullPrototype } from "../../../shared/define.js";
import { dictionary } from "../../interface.js";
import { parse } from "../parser.js";
import { isSpecial, serializePath } from "../record.js";
import { toText } from "../search-params.js";
import {
  canonicalHash, canonicalHostname, canonicalOpaqueHostname, canonicalOpaquePathname, canonicalPathname, canonicalPort,
  canonicalProtocol, canonicalSearch, canonicalUser,
} from "./canonical.js";
import { escapeText } from "./component.js";
import { componentNames } from "./names.js";

/** @typedef {import("../record.js").Record} Record */
/** @typedef {import("./names.js").ComponentName} ComponentName */
/** @typedef {import("./names.js").Init} Init */
/** @typedef {import("./names.js").Texts} Texts */

/** In the order in which Web IDL reads a dictionary. @type {readonly (keyof Init)[]} */
const members = ["baseURL", "hash", "hostname", "password", "pathname", "port", "protocol", "search", "username"];

/**
 * An argument that is an object, with its texts.
 *
 * @param {unknown} value
 * @returns {Init}
 */
export function toInit(value) {
  const given = dictionary(/** @type {{ [name: string]: unknown } | undefined} */ (value), "URLPattern");
  const init = nullPrototype(/** @type {Init} */ ({}));
  for (let i = 0; i < members.length; i++) {
    const name = /** @type {keyof Init} */ (members[i]);
    const text = given[name];
    if (text !== undefined) init[name] = toText(text);
  }
  return init;
}

/**
 * @param {Texts} init
 * @param {readonly ComponentName[]} names
 */
function hasAny(init, names) {
  for (let i = 0; i < names.length; i++) if (init[/** @type {ComponentName} */ (names[i])] !== undefined) return true;
  return false;
}

/**
 * The texts of a base URL's components.
 *
 * @param {Record} record
 * @returns {{ [name in ComponentName]: string }}
 */
export function textsOf(record) {
  return {
    protocol: record.scheme, username: record.username, password: record.password, hostname: record.host ?? "",
    port: `${record.port ?? ""}`, pathname: serializePath(record), search: record.query ?? "", hash: record.fragment ?? "",
  };
}

/** A component is taken from the base URL unless one of these is given: those that come before it, and itself. */
/** @type {{ [name in ComponentName]: readonly ComponentName[] }} */
const earlier = {
  protocol: ["protocol"],
  username: ["protocol", "hostname", "port", "username"],
  password: ["protocol", "hostname", "port", "username", "password"],
  hostname: ["protocol", "hostname"],
  port: ["protocol", "hostname", "port"],
  pathname: ["protocol", "hostname", "port", "pathname"],
  search: ["protocol", "hostname", "port", "pathname", "search"],
  hash: ["protocol", "hostname", "port", "pathname", "search", "hash"],
};

/**
 * @param {Init} init
 * @param {boolean} isPattern whether the texts are patterns; else they are parts of a URL, and become canonical
 * @returns {Texts}
 */
export function resolve(init, isPattern) {
  const result = nullPrototype(/** @type {Texts} */ ({}));
  let base = null;
  if (init.baseURL !== undefined) {
    base = parse(init.baseURL, null);
    if (base === null) throw new TypeError(`URLPattern: "${init.baseURL}" is not a valid URL`);
    const texts = textsOf(base);
    for (let i = 0; i < componentNames.length; i++) {
      const name = /** @type {ComponentName} */ (componentNames[i]);
      if (isPattern && (name === "username" || name === "password")) continue;
      if (!hasAny(init, earlier[name])) result[name] = isPattern ? escapeText(texts[name]) : texts[name];
    }
  }
  for (let i = 0; i < componentNames.length; i++) {
    const name = /** @type {ComponentName} */ (componentNames[i]);
    const given = init[name];
    if (given === undefined) continue;
    const text = withoutSeparator(name, name === "pathname" && base !== null ? absolutePathname(given, base, isPattern) : given);
    result[name] = isPattern ? text : canonical(name, text, result.protocol);
  }
  return result;
}

/**
 * @param {ComponentName} name
 * @param {string} text
 */
function withoutSeparator(name, text) {
  if (name === "protocol" && stringSlice(text, -1) === ":") return stringSlice(text, 0, -1);
  if (name === "search" && charCodeAt(text, 0) === 0x3f) return stringSlice(text, 1);
  return name === "hash" && charCodeAt(text, 0) === 0x23 ? stringSlice(text, 1) : text;
}

/**
 * @param {string} pathname
 * @param {Record} base
 * @param {boolean} isPattern
 */
function absolutePathname(pathname, base, isPattern) {
  const start = stringSlice(pathname, 0, 2);
  const isAbsolute = stringSlice(start, 0, 1) === "/" || (isPattern && (start === "\\/" || start === "{/"));
  if (isAbsolute || typeof base.path === "string") return pathname;
  const path = isPattern ? escapeText(serializePath(base)) : serializePath(base);
  return stringSlice(path, 0, stringLastIndexOf(path, "/") + 1) + pathname;
}

/**
 * @param {ComponentName} name
 * @param {string} text
 * @param {string | undefined} protocol
 */
function canonical(name, text, protocol = "") {
  const isOrdinary = protocol === "" || isSpecial(protocol);
  switch (name) {
    case "protocol":
      return canonicalProtocol(text);
    case "username":
    case "password":
      return canonicalUser(text);
    case "hostname":
      return isOrdinary ? canonicalHostname(text) : canonicalOpaqueHostname(text);
    case "port":
      return canonicalPort(text, protocol);
    case "pathname":
      return isOrdinary ? canonicalPathname(text) : canonicalOpaquePathname(text);
    case "search":
      return canonicalSearch(text);
    case "hash":
      return canonicalHash(text);
  }
}
