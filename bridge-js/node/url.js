// @ts-check
// The module `url`: the web's classes, files as URLs, and the older functions.

import * as addresses from "#deferred/web/url/url.js";
import { isObject } from "../shared/is-object.js";
import { charCodeAt, endsWith, hasOwn, stringSlice, TypeError } from "../shared/primordials.js";
import { invalidArgType, nodeError, validateObject, validateString } from "./errors.js";
import { posix } from "./path.js";
import { decodeURIComponent, replace, test } from "./node-primordials.js";
import { punycode } from "./punycode.js";
import { escapeOne, formatObject, parse, resolve, resolveURL, Url } from "./url-legacy.js";

const isURL = (value) => isObject(value) && typeof value.href === "string" && typeof value.protocol === "string" && value.auth === undefined && value.path === undefined;

function fileURLToPath(given) {
  let url = given;
  if (typeof url === "string") url = new addresses.URL(url);
  else if (!isURL(url)) throw invalidArgType("path", ["string", "URL"], url);
  if (url.protocol !== "file:") throw nodeError(TypeError, "ERR_INVALID_URL_SCHEME", "The URL must be of scheme file");
  if (url.hostname !== "") throw nodeError(TypeError, "ERR_INVALID_FILE_URL_HOST", 'File URL host must be "localhost" or empty on linux');
  if (test(/%2f/i, url.pathname)) throw nodeError(TypeError, "ERR_INVALID_FILE_URL_PATH", "File URL path must not include encoded / characters");
  return decodeURIComponent(url.pathname);
}

function pathToFileURL(path) {
  validateString(path, "path");
  let resolved = posix.resolve(path);
  if (charCodeAt(path, path.length - 1) === 0x2f && !endsWith(resolved, "/")) resolved += "/";
  resolved = replace(resolved, /[%\\\n\r\t?#]/g, escapeOne);
  const url = new addresses.URL("file:///");
  url.pathname = resolved;
  return url;
}

function urlToHttpOptions(url) {
  const options = {
    __proto__: null,
    protocol: url.protocol,
    hostname: typeof url.hostname === "string" && url.hostname[0] === "[" ? stringSlice(url.hostname, 1, -1) : url.hostname,
    hash: url.hash,
    search: url.search,
    pathname: url.pathname,
    path: `${url.pathname || ""}${url.search || ""}`,
    href: url.href,
  };
  if (url.port !== "") options.port = +url.port;
  if (url.username || url.password) options.auth = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return options;
}

/** The text of a URL, of a parsed one, or of an object with some of its members. */
function format(value, options) {
  if (!(value instanceof addresses.URL)) return formatObject(value);
  let fragment = true;
  let unicode = false;
  let search = true;
  let auth = true;
  if (options) {
    validateObject(options, "options");
    if (hasOwn(options, "fragment") && options.fragment !== undefined) fragment = !!options.fragment;
    if (options.unicode !== undefined) unicode = !!options.unicode;
    if (options.search !== undefined) search = !!options.search;
    if (options.auth !== undefined) auth = !!options.auth;
  }
  const copy = new addresses.URL(value.href);
  if (!fragment) copy.hash = "";
  if (!search) copy.search = "";
  if (!auth) copy.username = copy.password = "";
  return unicode && copy.host !== "" ? replace(copy.href, copy.host, () => domainToUnicode(copy.hostname) + (copy.port ? `:${copy.port}` : "")) : copy.href;
}

function domainToASCII(domain) {
  try {
    return new addresses.URL(`ws://${domain}`).hostname;
  } catch {
    return "";
  }
}

const domainToUnicode = (domain) => punycode.toUnicode(domainToASCII(domain));

export const url = {
  Url,
  parse,
  resolve,
  resolveObject: resolveURL,
  format,
  get URL() {
    return addresses.URL;
  },
  get URLSearchParams() {
    return addresses.URLSearchParams;
  },
  domainToASCII,
  domainToUnicode,
  pathToFileURL,
  fileURLToPath,
  urlToHttpOptions,
};
