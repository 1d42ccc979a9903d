// @ts-check
import { isObject } from "../../../shared/is-object.js";
import { append } from "../../../shared/lists.js";
import { exec, TypeError } from "../../../shared/primordials.js";
import { defineInspection, describeInterface, dictionary } from "../../interface.js";
import { parse } from "../parser.js";
import { ports } from "../record.js";
import { toText } from "../search-params.js";
import {
  canonicalHash, canonicalHostname, canonicalIPv6Hostname, canonicalOpaqueHostname, canonicalOpaquePathname, canonicalPathname,
  canonicalPort, canonicalProtocol, canonicalSearch, canonicalUser,
} from "./canonical.js";
import { compile, match } from "./component.js";
import { parseConstructorText } from "./constructor-text.js";
import { resolve, textsOf, toInit } from "./init.js";
import { componentNames } from "./names.js";
import { matchesSpecialScheme } from "./schemes.js";

/** @typedef {import("./component.js").Component} Component */
/** @typedef {import("./names.js").ComponentName} ComponentName */
/** @typedef {import("./names.js").Init} Init */
/** @typedef {import("./names.js").Texts} Texts */
/** @typedef {import("./parts.js").Division} Division */

const whole = { delimiter: "", prefix: "" };
const labels = { delimiter: ".", prefix: "" };
const segments = { delimiter: "/", prefix: "/" };

const beginsIPv6 = /^(?:\[|\{\[|\\\[)/;

/** A pattern of URLs: https://urlpattern.spec.whatwg.org */
export class URLPattern {
  /** @type {{ [name in ComponentName]: Component }} */
  #components;

  /**
   * @param {unknown} [input] a pattern that is written like a URL, or an object of patterns by component
   * @param {unknown} [baseOrOptions] the base URL of a text, or the options
   * @param {unknown} [options] `ignoreCase`
   */
  constructor(input = undefined, baseOrOptions = undefined, options = undefined) {
    const hasBase = arguments.length > 2 || !(baseOrOptions === undefined || baseOrOptions === null || isObject(baseOrOptions));
    const init = isDictionary(input) ? toInit(input) : toText(input);
    const base = hasBase ? toText(baseOrOptions) : undefined;
    const given = dictionary(/** @type {{ ignoreCase?: unknown }} */ (hasBase ? options : baseOrOptions), "URLPattern");
    this.#components = compileAll(resolve(withBase(init, base), true), given.ignoreCase ? true : false);
  }

  get protocol() {
    return this.#components.protocol.text;
  }

  get username() {
    return this.#components.username.text;
  }

  get password() {
    return this.#components.password.text;
  }

  get hostname() {
    return this.#components.hostname.text;
  }

  get port() {
    return this.#components.port.text;
  }

  get pathname() {
    return this.#components.pathname.text;
  }

  get search() {
    return this.#components.search.text;
  }

  get hash() {
    return this.#components.hash.text;
  }

  /** Whether a component has a group with a regular expression of its own. */
  get hasRegExpGroups() {
    const components = this.#components;
    for (let i = 0; i < componentNames.length; i++) {
      if (components[/** @type {ComponentName} */ (componentNames[i])].hasExpressions) return true;
    }
    return false;
  }

  /**
   * @param {unknown} [input] a URL, or an object of its components
   * @param {unknown} [baseURL] of a URL that is a text
   */
  test(input = undefined, baseURL = undefined) {
    const components = this.#components;
    const { texts } = read(input, baseURL);
    if (texts === null) return false;
    for (let i = 0; i < componentNames.length; i++) {
      const name = /** @type {ComponentName} */ (componentNames[i]);
      if (exec(components[name].expression, texts[name] ?? "") === null) return false;
    }
    return true;
  }

  /**
   * @param {unknown} [input]
   * @param {unknown} [baseURL]
   * @returns the groups of each component; `null` if the URL does not match
   */
  exec(input = undefined, baseURL = undefined) {
    const components = this.#components;
    const { inputs, texts } = read(input, baseURL);
    if (texts === null) return null;
    /** @type {{ [name: string]: unknown }} */
    const result = { inputs, protocol: 0, username: 0, password: 0, hostname: 0, port: 0, pathname: 0, search: 0, hash: 0 };
    for (let i = 0; i < componentNames.length; i++) {
      const name = /** @type {ComponentName} */ (componentNames[i]);
      const found = match(components[name], texts[name] ?? "");
      if (found === null) return null;
      result[name] = found;
    }
    return result;
  }
}

describeInterface(URLPattern);
defineInspection(URLPattern, (pattern) => {
  const { protocol, username, password, hostname, port, pathname, search, hash, hasRegExpGroups } = pattern;
  return { protocol, username, password, hostname, port, pathname, search, hash, hasRegExpGroups };
});

/** @param {unknown} input */
const isDictionary = (input) => input === undefined || input === null || isObject(input);

/**
 * @param {Init | string} input
 * @param {string | undefined} base
 * @returns {Init}
 */
function withBase(input, base) {
  if (typeof input !== "string") {
    if (base !== undefined) throw new TypeError("URLPattern: with an object, pass the base URL as its property baseURL");
    return input;
  }
  const init = parseConstructorText(input);
  if (base !== undefined) init.baseURL = base;
  else if (init.protocol === undefined) throw new TypeError(`URLPattern: "${input}" has no protocol, and there is no base URL`);
  return init;
}

/**
 * The components of the URL to match; `null` if the input is not a URL.
 *
 * @param {unknown} input
 * @param {unknown} baseURL
 * @returns {{ inputs: unknown[], texts: Texts | null }}
 */
function read(input, baseURL) {
  /** @type {unknown[]} */
  const inputs = [];
  if (isDictionary(input)) {
    const init = toInit(input);
    if (baseURL !== undefined) throw new TypeError("URLPattern: with an object, pass the base URL as its property baseURL");
    // A page gets an object of its own kind.
    append(inputs, { ...init });
    try {
      return { inputs, texts: resolve(init, false) };
    } catch {
      return { inputs, texts: null };
    }
  }
  const text = toText(input);
  append(inputs, text);
  let base = null;
  if (baseURL !== undefined) {
    const baseText = toText(baseURL);
    append(inputs, baseText);
    base = parse(baseText, null);
    if (base === null) return { inputs, texts: null };
  }
  const record = parse(text, base);
  return { inputs, texts: record === null ? null : textsOf(record) };
}

/**
 * @param {Texts} texts
 * @param {boolean} ignoresCase
 * @returns {{ [name in ComponentName]: Component }}
 */
function compileAll(texts, ignoresCase) {
  const { protocol = "*", hostname = "*", username = "*", password = "*", pathname = "*", search = "*", hash = "*" } = texts;
  let { port = "*" } = texts;
  if (port === `${ports[protocol] ?? ""}`) port = "";
  const scheme = compile(protocol, canonicalProtocol, whole, false);
  const isSpecial = matchesSpecialScheme(scheme);
  const canonicalHost =
    exec(beginsIPv6, hostname) !== null ? canonicalIPv6Hostname : isSpecial || protocol === "*" ? canonicalHostname : canonicalOpaqueHostname;
  return {
    protocol: scheme,
    username: compile(username, canonicalUser, whole, false),
    password: compile(password, canonicalUser, whole, false),
    hostname: compile(hostname, canonicalHost, labels, false),
    port: compile(port, canonicalPort, whole, false),
    pathname: isSpecial
      ? compile(pathname, canonicalPathname, segments, ignoresCase)
      : compile(pathname, canonicalOpaquePathname, whole, ignoresCase),
    search: compile(search, canonicalSearch, whole, ignoresCase),
    hash: compile(hash, canonicalHash, whole, ignoresCase),
  };
}
