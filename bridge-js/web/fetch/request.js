// @ts-check
import * as abort from "#deferred/web/abort/abort.js";
import * as addresses from "#deferred/web/url/url.js";
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { Boolean, indexOf, toUpperCase, toWellFormed, TypeError } from "../../shared/primordials.js";
import { abortStateOf } from "../events/abort-state.js";
import { defineInspection, describeInterface, dictionary, internal, requireArguments } from "../interface.js";
import { extractBody } from "./body.js";
import { defineBody } from "./body-methods.js";
import { byteString, fill, HeaderList, isToken, makeHeaders } from "./headers.js";

/** @typedef {import("../events/abort-state.js").AbortState} AbortState */

/**
 * @typedef {object} RequestState
 * @property {string} method
 * @property {string} url
 * @property {HeaderList} headers
 * @property {import("./body.js").Body | null} body
 * @property {string} referrer
 * @property {string} referrerPolicy
 * @property {string} mode
 * @property {string} credentials
 * @property {string} cache
 * @property {string} redirect
 * @property {string} integrity
 * @property {boolean} keepalive
 * @property {AbortState | undefined} source the signal that this request follows
 */

/**
 * The values of each option that is an enumeration.
 * @type {{ [name: string]: string[] }}
 */
const values = nullPrototype({
  cache: ["default", "no-store", "reload", "no-cache", "force-cache", "only-if-cached"],
  credentials: ["omit", "same-origin", "include"],
  mode: ["navigate", "same-origin", "no-cors", "cors"],
  redirect: ["follow", "error", "manual"],
  referrerPolicy: [
    "", "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin", "origin-when-cross-origin",
    "strict-origin-when-cross-origin", "unsafe-url",
  ],
  duplex: ["half"],
  priority: ["high", "low", "auto"],
});

const forbiddenMethods = ["CONNECT", "TRACE", "TRACK"];
const simpleMethods = ["GET", "HEAD", "POST"];
const normalizedMethods = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"];

/**
 * The state of a request. `undefined` for any other value.
 * @type {(value: unknown) => RequestState | undefined}
 */
export let stateOf;

/** A request: a method, a URL, headers and a body. */
export class Request {
  /** @type {RequestState} */
  #state;
  /** @type {import("./headers.js").Headers | undefined} */
  #headers;
  /** @type {import("../abort/abort.js").AbortSignal | undefined} */
  #signal;

  /**
   * @param {unknown} input
   * @param {unknown} [init]
   */
  constructor(input, init = undefined) {
    if (input === internal) {
      this.#state = /** @type {RequestState} */ (init);
      return;
    }
    requireArguments("Request", arguments.length, 1);
    this.#state = makeState(input, init);
  }

  get method() {
    return this.#state.method;
  }

  get url() {
    return this.#state.url;
  }

  get headers() {
    this.#headers ??= makeHeaders(this.#state.headers);
    return this.#headers;
  }

  get destination() {
    void this.#state; // Throws for an object of another class.
    return "";
  }

  get referrer() {
    return this.#state.referrer;
  }

  get referrerPolicy() {
    return this.#state.referrerPolicy;
  }

  get mode() {
    return this.#state.mode;
  }

  get credentials() {
    return this.#state.credentials;
  }

  get cache() {
    return this.#state.cache;
  }

  get redirect() {
    return this.#state.redirect;
  }

  get integrity() {
    return this.#state.integrity;
  }

  get keepalive() {
    return this.#state.keepalive;
  }

  get isReloadNavigation() {
    void this.#state;
    return false;
  }

  get isHistoryNavigation() {
    void this.#state;
    return false;
  }

  get duplex() {
    void this.#state;
    return "half";
  }

  get signal() {
    const { source } = this.#state;
    this.#signal ??= abort.signalAfter(source === undefined ? [] : [source]);
    return this.#signal;
  }

  clone() {
    const state = this.#state;
    if (state.body?.isUnusable === true) throw new TypeError("Request.clone: the body has already been read, or its stream is locked");
    const { signal } = this;
    const copy = { ...state, headers: state.headers.copy(), body: state.body === null ? null : state.body.clone(), source: abortStateOf(signal) };
    return new Request(internal, nullPrototype(copy));
  }

  static {
    stateOf = (value) => (isObject(value) && #state in value ? value.#state : undefined);
  }
}

defineBody(Request, stateOf);
describeInterface(Request);
defineInspection(Request, (request) => {
  const { method, url, headers, destination, referrer, referrerPolicy, mode, credentials, cache, redirect, integrity, keepalive, signal } = request;
  return { method, url, headers, destination, referrer, referrerPolicy, mode, credentials, cache, redirect, integrity, keepalive, signal };
});

/**
 * @param {unknown} input a request or a URL
 * @param {unknown} init
 * @returns {RequestState}
 */
function makeState(input, init) {
  const other = stateOf(input);
  const text = other === undefined ? toWellFormed(`${input}`) : "";
  const options = readOptions(init);
  const state = other === undefined ? freshState(text) : nullPrototype({ ...other, headers: other.headers.copy() });
  state.headers.isImmutable = false;
  if (options.mode === "navigate") throw new TypeError('Request: the mode "navigate" is reserved for pages');
  if (options.referrer !== undefined) state.referrer = referrerFrom(options.referrer);
  state.referrerPolicy = options.referrerPolicy ?? state.referrerPolicy;
  state.mode = options.mode ?? state.mode;
  state.credentials = options.credentials ?? state.credentials;
  state.cache = options.cache ?? state.cache;
  if (state.cache === "only-if-cached" && state.mode !== "same-origin") throw new TypeError('Request: the cache mode "only-if-cached" needs the mode "same-origin"');
  state.redirect = options.redirect ?? state.redirect;
  state.integrity = options.integrity ?? state.integrity;
  state.keepalive = options.keepalive ?? state.keepalive;
  if (options.method !== undefined) state.method = methodFrom(options.method);
  if (state.mode === "no-cors" && indexOf(simpleMethods, state.method) < 0) {
    throw new TypeError(`Request: the mode "no-cors" does not allow the method ${state.method}`);
  }
  if (options.signal !== undefined) state.source = options.signal === null ? undefined : options.signal;
  if (options.headers !== undefined) {
    state.headers = new HeaderList();
    fill(state.headers, options.headers);
  }
  const own = options.body;
  const inherited = other?.body ?? null;
  const hasOwn = own !== undefined && own !== null;
  if ((hasOwn || inherited !== null) && (state.method === "GET" || state.method === "HEAD")) {
    throw new TypeError(`Request: a ${state.method} request cannot have a body`);
  }
  if (hasOwn) {
    const { body, type } = extractBody(own);
    if (body.data === undefined && options.duplex === undefined) throw new TypeError('Request: a stream as the body needs duplex: "half"');
    state.body = body;
    if (type !== null && state.headers.get("content-type") === null) state.headers.append("content-type", type);
  } else if (inherited !== null) {
    if (inherited.isUnusable) throw new TypeError("Request: the body of the other request has already been read, or its stream is locked");
    state.body = inherited.move();
  }
  return state;
}

/**
 * @param {string} text
 * @returns {RequestState}
 */
function freshState(text) {
  const address = addresses.normalized(text);
  if (address === undefined) throw new TypeError(`Request: "${text}" is not a valid absolute URL`);
  if (address.hasCredentials) throw new TypeError("Request: the URL must not contain a user name or a password");
  return nullPrototype({
    method: "GET", url: address.href, headers: new HeaderList(), body: null, referrer: "about:client", referrerPolicy: "", mode: "cors",
    credentials: "same-origin", cache: "default", redirect: "follow", integrity: "", keepalive: false, source: undefined,
  });
}

/** @typedef {{ [name: string]: unknown }} Given */

/**
 * The options, read in the order of their names.
 * @param {unknown} init
 */
function readOptions(init) {
  const given = dictionary(/** @type {Given | undefined} */ (init), "Request");
  const { body } = given;
  const cache = choice(given, "cache");
  const credentials = choice(given, "credentials");
  const duplex = choice(given, "duplex");
  const { headers } = given;
  const integrity = optional(given.integrity, (value) => `${value}`);
  const keepalive = optional(given.keepalive, Boolean);
  const method = optional(given.method, byteString);
  const mode = choice(given, "mode");
  choice(given, "priority");
  const redirect = choice(given, "redirect");
  const referrer = optional(given.referrer, (value) => toWellFormed(`${value}`));
  const referrerPolicy = choice(given, "referrerPolicy");
  const { signal } = given;
  if (given.window !== undefined && given.window !== null) throw new TypeError("Request: window must be null");
  const state = signal === undefined || signal === null ? signal : abortStateOf(signal);
  if (signal !== undefined && signal !== null && state === undefined) throw new TypeError("Request: the signal must be an AbortSignal");
  return { body, cache, credentials, duplex, headers, integrity, keepalive, method, mode, redirect, referrer, referrerPolicy, signal: state };
}

/**
 * @template T
 * @param {unknown} value
 * @param {(value: unknown) => T} convert
 */
const optional = (value, convert) => (value === undefined ? undefined : convert(value));

/**
 * @param {Given} given
 * @param {string} name
 */
function choice(given, name) {
  const value = given[name];
  if (value === undefined) return undefined;
  const text = `${value}`;
  if (indexOf(/** @type {string[]} */ (values[name]), text) < 0) throw new TypeError(`Request: "${text}" is not a value of ${name}`);
  return text;
}

/** @param {string} text */
function referrerFrom(text) {
  if (text === "") return "";
  const address = addresses.normalized(text);
  if (address === undefined) throw new TypeError(`Request: the referrer "${text}" is not a valid URL`);
  return address.href;
}

/** @param {string} method */
function methodFrom(method) {
  const name = toUpperCase(method);
  if (!isToken(method) || indexOf(forbiddenMethods, name) >= 0) throw new TypeError(`Request: the method "${method}" is not allowed`);
  return indexOf(normalizedMethods, name) >= 0 ? name : method;
}
