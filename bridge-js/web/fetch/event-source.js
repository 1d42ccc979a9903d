// @ts-check
import * as messages from "#deferred/web/messaging/message-event.js";
import * as parsing from "#deferred/web/fetch/event-stream.js";
import * as timers from "#deferred/web/timers/timers.js";
import * as abort from "#deferred/web/abort/abort.js";
import * as addresses from "#deferred/web/url/url.js";
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import {
  Boolean, construct, fromCharCode, max, min, setPrototypeOf, toWellFormed, typedArrayLength, TypeError, WeakMap, weakMapGet,
  weakMapSet,
} from "../../shared/primordials.js";
import { react } from "../../shared/promises.js";
import { read } from "../../shared/properties.js";
import { encode } from "../encoding/text-encoder.js";
import { DOMException } from "../errors/dom-exception.js";
import { abortStateOf } from "../events/abort-state.js";
import { control, ErrorEvent, Event } from "../events/event.js";
import { defineHandlers, EventHandler } from "../events/event-handler.js";
import { EventTarget, listenersOf, reportLater } from "../events/event-target.js";
import { defineInspection, describeInterface, dictionary, requireArguments } from "../interface.js";
import { Reader } from "../streams/readable.js";
import { startFetch } from "./fetch.js";
import { extractMediaType } from "./media-type.js";
import { Request, stateOf as requestStateOf } from "./request.js";
import { stateOf as responseStateOf } from "./response.js";

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;

/** Milliseconds until a lost connection is opened again, unless the server says otherwise. */
const standardDelay = 3000;
/** A server may not make its clients spin, and a timer has a longest delay. */
const shortestDelay = 100;
const longestDelay = 0x7fffffff;

/** Opens a stream of events again whenever its connection is lost. */
class Subscription {
  url;
  withCredentials;
  readyState = CONNECTING;
  #target;
  #origin;
  #delay = standardDelay;
  #lastId = "";
  /** @type {number | undefined} */
  #timer;
  #controller = abort.newSignal();

  /**
   * @param {EventTarget} target
   * @param {string} url
   * @param {boolean} withCredentials
   */
  constructor(target, url, withCredentials) {
    this.#target = target;
    this.url = url;
    this.withCredentials = withCredentials;
    this.#origin = new addresses.URL(url).origin;
    this.#connect();
  }

  close() {
    this.readyState = CLOSED;
    if (this.#timer !== undefined) timers.clearTimeout(this.#timer);
    this.#controller.abort(undefined);
  }

  #connect() {
    const state = /** @type {import("./request.js").RequestState} */ (requestStateOf(new Request(this.url, nullPrototype({ cache: "no-store" }))));
    state.headers.append("accept", "text/event-stream");
    if (this.#lastId !== "") state.headers.append("last-event-id", encoded(this.#lastId));
    state.source = abortStateOf(this.#controller.signal);
    react(startFetch(state), (response) => this.#open(response), (error) => this.#lose(error));
  }

  /** @param {unknown} response */
  #open(response) {
    if (this.readyState === CLOSED) return;
    const { status, headers, body, url } = /** @type {import("./response.js").ResponseState} */ (responseStateOf(response));
    const type = headers.get("content-type");
    if (status !== 200 || body === null || type === null || extractMediaType(type)?.essence !== "text/event-stream") {
      const got = status !== 200 ? `status ${status}` : `type ${type === null ? "none" : `"${type}"`}`;
      this.#fail(new TypeError(`EventSource: the response is not an event stream: ${got}`));
      return;
    }
    this.#origin = new addresses.URL(url).origin;
    this.readyState = OPEN;
    this.#dispatch(new Event("open"));
    const parser = new parsing.EventStreamParser(
      nullPrototype({
        event: (/** @type {string} */ name, /** @type {string | undefined} */ data, /** @type {string} */ id) => this.#receive(name, data, id),
        retry: (/** @type {number} */ milliseconds) => {
          this.#delay = max(shortestDelay, min(milliseconds, longestDelay));
        },
      }),
      this.#lastId,
    );
    this.#read(new Reader(body.stream, false), parser);
  }

  /**
   * @param {Reader} reader
   * @param {import("./event-stream.js").EventStreamParser} parser
   */
  #read(reader, parser) {
    reader.read({
      chunk: (chunk) => {
        try {
          parser.add(/** @type {Uint8Array} */ (chunk));
        } catch (error) {
          // An event that is too long.
          this.#fail(error);
        }
        if (this.readyState !== CLOSED) this.#read(reader, parser);
      },
      close: () => this.#reconnect(new TypeError("EventSource: the server has closed the connection")),
      error: (error) => this.#reconnect(error),
    });
  }

  /**
   * @param {string} name
   * @param {string | undefined} data
   * @param {string} id
   */
  #receive(name, data, id) {
    this.#lastId = id;
    if (data === undefined || this.readyState === CLOSED) return;
    const parts = nullPrototype({ data, origin: this.#origin, lastEventId: id });
    this.#dispatch(new messages.MessageEvent(name === "" ? "message" : name, parts));
  }

  /**
   * The request has failed. One that the connection may not send is not sent again.
   * @param {unknown} error
   */
  #lose(error) {
    const cause = isObject(error) ? read(error, "cause") : undefined;
    if (isObject(cause) && read(cause, "code") === "PERMISSION_DENIED") this.#fail(error);
    else this.#reconnect(error);
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.readyState === CLOSED) return;
    this.close();
    this.#dispatchError(error);
  }

  /** @param {unknown} error */
  #reconnect(error) {
    if (this.readyState === CLOSED) return;
    this.readyState = CONNECTING;
    this.#dispatchError(error);
    // A listener may have closed it.
    if (/** @type {number} */ (this.readyState) === CLOSED) return;
    this.#timer = timers.setTimeout(() => this.#connect(), this.#delay);
  }

  /** @param {unknown} error */
  #dispatchError(error) {
    const message = isObject(error) ? read(error, "message") : undefined;
    this.#dispatch(new ErrorEvent("error", nullPrototype({ message: typeof message === "string" ? message : "", error })));
  }

  /** @param {Event} event */
  #dispatch(event) {
    listenersOf(this.#target).dispatch(control.setTrusted(event, true), this.#target, true, reportLater);
  }
}

/**
 * A header's text: the bytes of UTF-8 as characters.
 * @param {string} text
 */
function encoded(text) {
  const bytes = encode(text);
  let characters = "";
  for (let i = 0; i < typedArrayLength(bytes); i++) characters += fromCharCode(/** @type {number} */ (bytes[i]));
  return characters;
}

/** @typedef {{ subscription: Subscription, onopen: EventHandler, onmessage: EventHandler, onerror: EventHandler }} SourceState */

/** @type {WeakMap<object, SourceState>} */
const states = new WeakMap();

/** @param {unknown} source */
function stateOf(source) {
  const state = isObject(source) ? weakMapGet(states, source) : undefined;
  if (state === undefined) throw new TypeError("The receiver is not an EventSource");
  return state;
}

/** The events that a server sends as `text/event-stream`. */
export class EventSource {
  // `extends` is not used: a page may give the class another parent, whose constructor `super` would call.

  /**
   * @param {unknown} url
   * @param {{ withCredentials?: unknown }} [options]
   */
  constructor(url, options = undefined) {
    requireArguments("EventSource", arguments.length, 1);
    const text = toWellFormed(`${url}`);
    const { withCredentials } = dictionary(options, "EventSource");
    const address = addresses.normalized(text);
    if (address === undefined) throw new DOMException(`EventSource: "${text}" is not a valid URL`, "SyntaxError");
    const target = construct(EventTarget, [], new.target);
    const listeners = listenersOf(target);
    const handler = (/** @type {string} */ type) => new EventHandler(type, listeners);
    const subscription = new Subscription(target, address.href, Boolean(withCredentials));
    weakMapSet(states, target, { subscription, onopen: handler("open"), onmessage: handler("message"), onerror: handler("error") });
    return target;
  }

  get url() {
    return stateOf(this).subscription.url;
  }

  get withCredentials() {
    return stateOf(this).subscription.withCredentials;
  }

  get readyState() {
    return stateOf(this).subscription.readyState;
  }

  close() {
    stateOf(this).subscription.close();
  }
}

setPrototypeOf(EventSource, EventTarget);
setPrototypeOf(EventSource.prototype, EventTarget.prototype);
defineHandlers(EventSource, stateOf, ["onopen", "onmessage", "onerror"]);
describeInterface(EventSource, { CONNECTING, OPEN, CLOSED });
defineInspection(EventSource, (source) => {
  const { url, readyState } = source;
  return { url, readyState };
});
