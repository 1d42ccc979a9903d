// @ts-check
// The older functions of the module `url`: `parse`, `format` and the class `Url`. Their results are what packages rely on, also
// where the URL Standard says otherwise.

import { isObject } from "../shared/is-object.js";
import {
  charCodeAt, encodeURIComponent, exec, numberToString, objectCreate, objectKeys, startsWith, stringIncludes, stringIndexOf,
  stringSlice, toLowerCase, toUpperCase, TypeError, URIError,
} from "../shared/primordials.js";
import { domainToASCII } from "../web/url/idna.js";
import { invalidArgType, nodeError, validateString } from "./errors.js";
import { nameMethods } from "./naming.js";
import { decodeURIComponent, replace, test } from "./node-primordials.js";
import { querystring } from "./querystring.js";
import { isHostless, isSlashed } from "./url-protocols.js";
import { resolveObject } from "./url-resolve.js";

const forbidden = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const forbiddenInBrackets = /[\0\t\n\r #%/<>?@\\^|]/;
/** What ends a host. */
const endsHost = /[\t\n\r "%';<>\\^`{|}#/?]/;
const simplePath = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/;

/** @this {any} */
export function Url() {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
}

export function parse(url, parsesQuery = false, slashesDenoteHost = false) {
  if (url instanceof Url) return url;
  const made = /** @type {any} */ (new Url());
  made.parse(url, parsesQuery, slashesDenoteHost);
  return made;
}

const invalid = (url) => {
  const error = nodeError(TypeError, "ERR_INVALID_URL", "Invalid URL");
  error.input = url;
  return error;
};

const isSpace = (code) => code <= 0x20 || code === 0xa0 || code === 0xfeff;

/** The text without white space around it, and with slashes for backslashes before its query. */
function cleaned(url) {
  let start = 0;
  let end = url.length;
  while (start < end && isSpace(charCodeAt(url, start))) start += 1;
  while (end > start && isSpace(charCodeAt(url, end - 1))) end -= 1;
  const text = stringSlice(url, start, end);
  const mark = exec(/[?#]/, text)?.index ?? text.length;
  return replace(stringSlice(text, 0, mark), /\\/g, "/") + stringSlice(text, mark);
}

const escapes = /[\t\n\r "'<>\\^`{|}]/g;
export const escapeOne = (character) => `%${charCodeAt(character, 0) < 16 ? "0" : ""}${toUpperCase(numberToString(charCodeAt(character, 0), 16))}`;

/** @this {any} */
Url.prototype.parse = function (/** @type {any} */ url, /** @type {any} */ parsesQuery, /** @type {any} */ slashesDenoteHost) {
  validateString(url, "url");
  let rest = cleaned(url);
  if (!slashesDenoteHost && !stringIncludes(rest, "#") && !stringIncludes(url, "@")) {
    const simple = exec(simplePath, rest);
    if (simple !== null) {
      this.path = rest;
      this.href = rest;
      this.pathname = simple[1];
      if (simple[2]) {
        this.search = simple[2];
        this.query = parsesQuery ? querystring.parse(stringSlice(simple[2], 1)) : stringSlice(simple[2], 1);
      } else if (parsesQuery) {
        this.search = null;
        this.query = objectCreate(null);
      }
      return this;
    }
  }
  const protocol = exec(/^[a-z0-9.+-]+:/i, rest)?.[0];
  const lower = protocol === undefined ? undefined : toLowerCase(protocol);
  if (protocol !== undefined) {
    this.protocol = lower;
    rest = stringSlice(rest, protocol.length);
  }
  let hasSlashes = false;
  if (slashesDenoteHost || protocol !== undefined || test(/^\/\/[^@/]+@[^@/]+/, rest)) {
    hasSlashes = startsWith(rest, "//");
    if (hasSlashes && !(lower !== undefined && isHostless(lower))) {
      rest = stringSlice(rest, 2);
      this.slashes = true;
    }
  }
  if (!(lower !== undefined && isHostless(lower)) && (hasSlashes || (protocol !== undefined && !isSlashed(lower)))) {
    rest = takeHost(this, rest, url);
  }
  if (!(lower !== undefined && isHostless(lower))) rest = replace(rest, escapes, escapeOne);
  const hashAt = stringIndexOf(rest, "#");
  const beforeHash = hashAt < 0 ? rest : stringSlice(rest, 0, hashAt);
  if (hashAt >= 0) this.hash = stringSlice(rest, hashAt);
  const queryAt = stringIndexOf(beforeHash, "?");
  if (queryAt >= 0) {
    this.search = stringSlice(beforeHash, queryAt);
    this.query = parsesQuery ? querystring.parse(stringSlice(this.search, 1)) : stringSlice(this.search, 1);
  } else if (parsesQuery) {
    this.search = null;
    this.query = objectCreate(null);
  }
  const pathname = queryAt < 0 ? beforeHash : stringSlice(beforeHash, 0, queryAt);
  if (pathname.length > 0) this.pathname = pathname;
  if (lower !== undefined && isSlashed(lower) && this.hostname && !this.pathname) this.pathname = "/";
  if (this.pathname || this.search) this.path = (this.pathname || "") + (this.search || "");
  this.href = this.format();
  return this;
};

/** Takes user and host from the beginning of the rest of a URL; returns what remains. */
function takeHost(parsed, given, url) {
  // Tabs and line breaks within it are removed, as the URL Standard does.
  const whole = exec(/[#/?]/, given)?.index ?? given.length;
  const authority = replace(stringSlice(given, 0, whole), /[\t\n\r]/g, "");
  const text = authority + stringSlice(given, whole);
  let end = authority.length;
  const at = stringSlice(text, 0, end).lastIndexOf("@");
  if (at >= 0) parsed.auth = decode(stringSlice(text, 0, at));
  const from = at + 1;
  const stop = exec(endsHost, stringSlice(text, from, end));
  if (stop !== null) end = from + stop.index;
  parsed.host = stringSlice(text, from, end);
  let rest = stringSlice(text, end);
  parsed.parseHost();
  if (typeof parsed.hostname !== "string") parsed.hostname = "";
  const isIPv6 = startsWith(parsed.hostname, "[") && parsed.hostname.length > 1 && parsed.hostname[parsed.hostname.length - 1] === "]";
  if (!isIPv6) {
    const wrong = exec(/[/\\#?:]/, parsed.hostname);
    if (wrong !== null) {
      rest = `/${stringSlice(parsed.hostname, wrong.index)}${rest}`;
      parsed.hostname = stringSlice(parsed.hostname, 0, wrong.index);
    }
  }
  parsed.hostname = parsed.hostname.length > 255 ? "" : toLowerCase(parsed.hostname);
  if (parsed.hostname !== "") {
    if (isIPv6) {
      if (test(forbiddenInBrackets, parsed.hostname)) throw invalid(url);
    } else {
      if (test(/[^\0-\x7f]/, parsed.hostname)) parsed.hostname = asciiDomain(parsed.hostname) ?? "";
      if (parsed.hostname === "" || test(forbidden, parsed.hostname)) throw invalid(url);
    }
  }
  parsed.host = (parsed.hostname || "") + (parsed.port ? `:${parsed.port}` : "");
  if (isIPv6) {
    parsed.hostname = stringSlice(parsed.hostname, 1, -1);
    if (rest[0] !== "/") rest = `/${rest}`;
  }
  return rest;
}

function asciiDomain(domain) {
  try {
    return domainToASCII(domain);
  } catch {
    return undefined;
  }
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new URIError("URI malformed");
  }
}

/** @this {any} */
Url.prototype.parseHost = function () {
  let { host } = this;
  const port = exec(/:[0-9]*$/, host)?.[0];
  if (port !== undefined) {
    if (port !== ":") this.port = stringSlice(port, 1);
    host = stringSlice(host, 0, host.length - port.length);
  }
  if (host) this.hostname = host;
};

/** @this {any} */
Url.prototype.format = function () {
  let auth = this.auth || "";
  if (auth) auth = `${replace(encodeURIComponent(auth), /%3A/gi, ":")}@`;
  let protocol = this.protocol || "";
  let pathname = this.pathname || "";
  let hash = this.hash || "";
  let host = "";
  if (this.host) {
    host = auth + this.host;
  } else if (this.hostname) {
    const isIPv6 = stringIncludes(this.hostname, ":") && !startsWith(this.hostname, "[");
    host = auth + (isIPv6 ? `[${this.hostname}]` : this.hostname);
    if (this.port) host += `:${this.port}`;
  }
  let query = "";
  if (isObject(this.query) && objectKeys(this.query).length > 0) query = querystring.stringify(this.query);
  let search = this.search || (query && `?${query}`) || "";
  if (protocol && !test(/:$/, protocol)) protocol += ":";
  pathname = replace(replace(pathname, /#/g, "%23"), /\?/g, "%3F");
  if (this.slashes || isSlashed(protocol)) {
    if (this.slashes || host) {
      if (pathname && pathname[0] !== "/") pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (startsWith(protocol, "file")) {
      host = "//";
    }
  }
  search = replace(search, /#/g, "%23");
  if (hash && hash[0] !== "#") hash = `#${hash}`;
  if (search && search[0] !== "?") search = `?${search}`;
  return protocol + host + pathname + search + hash;
};

/** @this {any} */
Url.prototype.resolve = function (/** @type {any} */ relative) {
  return this.resolveObject(parse(relative, false, true)).format();
};

/** @this {any} */
Url.prototype.resolveObject = function (/** @type {any} */ relative) {
  return resolveObject(this, typeof relative === "string" ? parse(relative, false, true) : relative, new Url());
};

nameMethods(Url.prototype);

export const resolve = (from, to) => /** @type {any} */ (parse(from, false, true)).resolve(to);
export const resolveURL = (from, to) => (from ? /** @type {any} */ (parse(from, false, true)).resolveObject(to) : to);

/** The text of a parsed URL, or of an object with some of its members. */
export function formatObject(value) {
  if (typeof value === "string") return /** @type {any} */ (parse(value)).format();
  if (!isObject(value) || typeof value === "function") throw invalidArgType("urlObject", ["Object", "string"], value);
  return Url.prototype.format.call(value);
}
