// @ts-check
import * as addresses from "#deferred/web/url/url.js";
import { isObject } from "../../shared/is-object.js";
import { exec, indexOf, RangeError, stringify, TypeError } from "../../shared/primordials.js";
import { defineInspection, describeInterface, dictionary, internal, requireArguments } from "../interface.js";
import { extractBody, textBody } from "./body.js";
import { defineBody } from "./body-methods.js";
import { byteString, fill, HeaderList, makeHeaders } from "./headers.js";

/**
 * @typedef {object} ResponseState
 * @property {"default" | "error" | "basic" | "cors"} type
 * @property {string} url
 * @property {boolean} isRedirected
 * @property {number} status
 * @property {string} statusText
 * @property {HeaderList} headers
 * @property {import("./body.js").Body | null} body
 */

/** The statuses of responses without a body. */
const withoutBody = [101, 103, 204, 205, 304];
const redirects = [301, 302, 303, 307, 308];

/**
 * @param {Partial<ResponseState>} [parts]
 * @returns {ResponseState}
 */
export function makeState(parts = undefined) {
  const state = /** @type {ResponseState} */ ({
    __proto__: null, type: "default", url: "", isRedirected: false, status: 200, statusText: "", headers: new HeaderList(), body: null,
  });
  if (parts === undefined) return state;
  return /** @type {ResponseState} */ (/** @type {unknown} */ ({ __proto__: null, ...state, ...parts }));
}

/** @param {number} status */
export const allowsBody = (status) => indexOf(withoutBody, status) < 0;

/**
 * The state of a response. `undefined` for any other value.
 * @type {(value: unknown) => ResponseState | undefined}
 */
export let stateOf;

/** An answer: a status, headers and a body. */
export class Response {
  /** @type {ResponseState} */
  #state;
  /** @type {import("./headers.js").Headers | undefined} */
  #headers;

  /**
   * @param {unknown} [body]
   * @param {unknown} [init]
   */
  constructor(body = undefined, init = undefined) {
    if (body === internal) {
      this.#state = /** @type {ResponseState} */ (init);
      return;
    }
    const content = body === undefined || body === null ? undefined : extractBody(body);
    this.#state = initialized(init, content);
  }

  static error() {
    const state = makeState();
    state.type = "error";
    state.status = 0;
    state.headers.isImmutable = true;
    return new Response(internal, state);
  }

  /**
   * @param {unknown} data
   * @param {unknown} [init]
   */
  static json(data, init = undefined) {
    requireArguments("Response.json", arguments.length, 1);
    const text = /** @type {unknown} */ (stringify(data));
    if (typeof text !== "string") throw new TypeError("Response.json: the value cannot be written as JSON");
    return new Response(internal, initialized(init, textBody(text, "application/json")));
  }

  /**
   * @param {unknown} url
   * @param {unknown} [status]
   */
  static redirect(url, status = 302) {
    requireArguments("Response.redirect", arguments.length, 1);
    const address = addresses.normalized(`${url}`);
    if (address === undefined) throw new TypeError(`Response.redirect: "${url}" is not a valid URL`);
    const code = unsignedShort(status);
    if (indexOf(redirects, code) < 0) throw new RangeError(`Response.redirect: ${code} is not a redirect status`);
    const state = makeState();
    state.status = code;
    state.headers.append("location", address.href);
    state.headers.isImmutable = true;
    return new Response(internal, state);
  }

  get type() {
    return this.#state.type;
  }

  get url() {
    return this.#state.url;
  }

  get redirected() {
    return this.#state.isRedirected;
  }

  get status() {
    return this.#state.status;
  }

  get ok() {
    const { status } = this.#state;
    return status >= 200 && status <= 299;
  }

  get statusText() {
    return this.#state.statusText;
  }

  get headers() {
    this.#headers ??= makeHeaders(this.#state.headers);
    return this.#headers;
  }

  clone() {
    const state = this.#state;
    if (state.body?.isUnusable === true) throw new TypeError("Response.clone: the body has already been read, or its stream is locked");
    const headers = state.headers.copy();
    headers.isImmutable = state.headers.isImmutable;
    return new Response(internal, makeState({ ...state, headers, body: state.body === null ? null : state.body.clone() }));
  }

  static {
    stateOf = (value) => (isObject(value) && #state in value ? value.#state : undefined);
  }
}

defineBody(Response, stateOf);
describeInterface(Response);
defineInspection(Response, (response) => {
  const { status, statusText, headers, body, bodyUsed, ok, redirected, type, url } = /** @type {*} */ (response);
  return { status, statusText, headers, body, bodyUsed, ok, redirected, type, url };
});

/** @param {ResponseState} state */
export const makeResponse = (state) => new Response(internal, state);

/**
 * @param {unknown} init
 * @param {{ body: import("./body.js").Body, type: string | null } | undefined} content
 */
function initialized(init, content) {
  const method = "Response";
  const options = dictionary(/** @type {{ headers?: unknown, status?: unknown, statusText?: unknown } | undefined} */ (init), method);
  const state = makeState();
  const { headers } = options;
  if (headers !== undefined) fill(state.headers, headers);
  const { status = 200 } = options;
  state.status = unsignedShort(status);
  const { statusText = "" } = options;
  state.statusText = byteString(statusText);
  if (state.status < 200 || state.status > 599) throw new RangeError(`${method}: the status must be from 200 to 599, not ${state.status}`);
  if (exec(/[^\t -~\x80-\xff]/, state.statusText) !== null) throw new TypeError(`${method}: statusText contains a character that is not allowed`);
  if (content === undefined) return state;
  if (!allowsBody(state.status)) throw new TypeError(`${method}: a response with the status ${state.status} cannot have a body`);
  state.body = content.body;
  if (content.type !== null && state.headers.get("content-type") === null) state.headers.append("content-type", content.type);
  return state;
}

/** @param {unknown} value */
function unsignedShort(value) {
  const number = +(/** @type {number} */ (value));
  // The low 16 bits, as for any number that the operator takes.
  return number & 0xffff;
}
