// @ts-check
// The global `fetch`: requests go over the bridge, as streams of the method `http.fetch`, with the permissions of its connection.

import * as integrity from "#deferred/web/fetch/integrity.js";
import * as local from "#deferred/web/fetch/local.js";
import * as uploads from "#deferred/web/fetch/upload.js";
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { append } from "../../shared/lists.js";
import { noop } from "../../shared/noop.js";
import {
  FinalizationRegistry, freeze, promiseReject, registryRegister, startsWith, stringIndexOf, stringSlice, TypeError, WeakRef,
  weakRefDeref,
} from "../../shared/primordials.js";
import { react } from "../../shared/promises.js";
import { read } from "../../shared/properties.js";
import { host } from "../host.js";
import { requireArguments } from "../interface.js";
import { Deferred, setHandled } from "../streams/promises.js";
import { Body, takeAll } from "./body.js";
import { HeaderList } from "./headers.js";
import { Receiver } from "./receiver.js";
import { Request, stateOf } from "./request.js";
import { allowsBody, makeResponse, makeState } from "./response.js";

/** @typedef {import("./request.js").RequestState} RequestState */
/** @typedef {import("./receiver.js").Items} Items */

/**
 * The head of a response, as the native side sends it.
 *
 * @typedef {object} Head
 * @property {number} status
 * @property {string} statusText
 * @property {[name: string, value: string][]} headers
 * @property {string} url after all redirects
 * @property {boolean} redirected
 */

/** A larger body is sent in parts, when the native side asks for them. */
const largestBody = 1 << 20;

/** For a slow reader at most three items of a quarter of a megabyte are buffered here, and one more on the native side. */
const bodyOptions = freeze(nullPrototype({ buffer: 3 }));

/** Bodies that nothing can read any more are not received either. */
const abandoned = new FinalizationRegistry((stop) => /** @type {() => void} */ (stop)());

/**
 * Requests a resource.
 *
 * @param {unknown} input a URL or a request
 * @param {unknown} [init]
 * @returns {Promise<import("./response.js").Response>}
 */
export function fetch(input, init = undefined) {
  let request;
  try {
    requireArguments("fetch", arguments.length, 1);
    request = /** @type {RequestState} */ (stateOf(new Request(input, init)));
  } catch (error) {
    return promiseReject(error);
  }
  return startFetch(request);
}

/**
 * @param {RequestState} request that nothing else uses
 * @returns {Promise<import("./response.js").Response>}
 */
export const startFetch = (request) => new Fetching(request).start();

/** One request, until its response was received completely. */
class Fetching {
  #request;
  #result = new Deferred();
  /** @type {Items | undefined} */
  #items;
  /** @type {import("./upload.js").Upload | undefined} */
  #upload;
  /**
   * Weak, because a long-lived signal keeps this object.
   * @type {WeakRef<Receiver> | undefined}
   */
  #receiver;
  #abort = () => this.#end(this.#request.source?.reason);

  /** @param {RequestState} request */
  constructor(request) {
    this.#request = request;
  }

  start() {
    const { source, url, cache } = this.#request;
    if (source?.aborted === true) {
      this.#abort();
    } else {
      source?.add(this.#abort);
      if (cache === "only-if-cached") this.#fail("this runtime has no cache");
      else if (startsWith(url, "http:") || startsWith(url, "https:")) this.#send();
      else this.#answerLocally();
    }
    return /** @type {Promise<*>} */ (this.#result.promise);
  }

  #send() {
    const { bridge } = host;
    if (bridge === undefined) return this.#fail("no bridge is attached");
    const { method, url, redirect, body } = this.#request;
    /** @type {{ [name: string]: unknown }} */
    const message = nullPrototype({ method, url, redirect, headers: this.#headers() });
    try {
      const data = body?.data;
      if (data !== undefined && data.size <= largestBody) {
        message.body = data.toBytes();
      } else if (body !== null) {
        this.#upload = new uploads.Upload(body.stream, bridge);
        message.upload = this.#upload.name;
        if (data !== undefined) message.length = data.size;
      }
      this.#items = /** @type {Items} */ (bridge.stream("http.fetch", message, bodyOptions));
    } catch (error) {
      return this.#end(networkError(error));
    }
    const failed = (/** @type {unknown} */ error) => this.#end(this.#networkError(error));
    react(this.#items.next(), (step) => this.#receive(/** @type {*} */ (step)), failed);
  }

  /** The headers of the request, with those of its cache mode. */
  #headers() {
    const { headers: list, cache } = this.#request;
    /** @type {[string, string][]} */
    const headers = [];
    for (let i = 0; i < list.sorted.length; i++) {
      const header = /** @type {import("./headers.js").Header} */ (list.sorted[i]);
      append(headers, [header[2], header[1]]);
    }
    const add = (/** @type {string} */ name, /** @type {string} */ value) => {
      if (list.get(name) === null) append(headers, [name, value]);
    };
    if (cache === "no-cache") add("cache-control", "max-age=0");
    if (cache === "no-store" || cache === "reload") {
      add("pragma", "no-cache");
      add("cache-control", "no-cache");
    }
    return headers;
  }

  /** @param {IteratorResult<Head>} step */
  #receive({ done, value: head }) {
    if (!this.#result.isPending) return;
    if (done === true) return this.#fail("the connection sent no response");
    const headers = new HeaderList();
    for (let i = 0; i < head.headers.length; i++) {
      const pair = /** @type {[string, string]} */ (head.headers[i]);
      headers.append(pair[0], pair[1]);
    }
    const items = /** @type {Items} */ (this.#items);
    const stop = () => this.#request.source?.remove(this.#abort);
    const receiver = new Receiver(items, stop, (error) => this.#networkError(error));
    this.#receiver = new WeakRef(receiver);
    registryRegister(abandoned, receiver, () => {
      stop();
      react(/** @type {Promise<unknown>} */ (items.return?.()), noop, noop);
    });
    const { method, url } = this.#request;
    const hasBody = allowsBody(head.status) && method !== "HEAD";
    // Reading to the end lets the native side keep its connection to the server.
    if (!hasBody) react(receiver.read(), () => receiver.cancel(), noop);
    this.#answer({
      type: "basic", url: head.redirected ? head.url : withoutFragment(url), isRedirected: head.redirected, status: head.status,
      statusText: head.statusText, headers, body: hasBody ? new Body(undefined, undefined, receiver) : null,
    });
  }

  #answerLocally() {
    const { url, method, headers } = this.#request;
    const { response, error } = local.respond(withoutFragment(url), method, headers.get("range"));
    if (response === undefined) return this.#fail(error);
    this.#request.source?.remove(this.#abort);
    this.#answer({ ...response, type: "basic", url: withoutFragment(url), isRedirected: false });
  }

  /** @param {Omit<import("./response.js").ResponseState, "__proto__">} parts */
  #answer(parts) {
    parts.headers.isImmutable = true;
    const respond = (/** @type {Body | null} */ body) => this.#result.resolve(makeResponse(makeState({ ...parts, body })));
    const expected = this.#request.integrity;
    if (expected === "") return respond(parts.body);
    // Nobody has read it.
    react(integrity.verify(takeAll(parts.body), expected), (data) => respond(parts.body && new Body(/** @type {*} */ (data), undefined)), (error) => this.#end(networkError(error)));
  }

  /**
   * The error of a request whose own body may have failed: that error is the cause then, not what the native side has made of it.
   * @param {unknown} error
   */
  #networkError(error) {
    const failure = this.#upload?.failure;
    return networkError(failure === undefined ? error : failure.error);
  }

  /** @param {string} reason */
  #fail(reason) {
    this.#end(new TypeError(`fetch failed: ${reason}`));
  }

  /**
   * Ends the request, its response and both bodies with an error.
   * @param {unknown} error
   */
  #end(error) {
    this.#request.source?.remove(this.#abort);
    this.#result.reject(error);
    const { body } = this.#request;
    if (this.#upload !== undefined) this.#upload.cancel(error);
    else if (body !== null && body.data === undefined) setHandled(body.stream.cancel(error));
    const receiver = this.#receiver && weakRefDeref(this.#receiver);
    if (receiver !== undefined) receiver.fail(error);
    else if (this.#items !== undefined) react(/** @type {Promise<unknown>} */ (this.#items.return?.()), noop, noop);
  }
}

/**
 * The error of a request that got no response, as the standard has it, with what happened as its cause.
 *
 * @param {unknown} cause
 */
function networkError(cause) {
  const message = isObject(cause) ? read(cause, "message") : undefined;
  return new TypeError(typeof message === "string" && message !== "" ? `fetch failed: ${message}` : "fetch failed", nullPrototype({ cause }));
}

/** @param {string} url */
function withoutFragment(url) {
  const end = stringIndexOf(url, "#");
  return end < 0 ? url : stringSlice(url, 0, end);
}
