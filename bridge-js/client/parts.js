// @ts-check
// The parts of one bridge. A part that a plain call does not need is evaluated and made when it is first used.

import * as contracts from "#deferred/client/contract.js";
import * as listening from "#deferred/client/events.js";
import * as refusals from "#deferred/client/options-refusal.js";
import * as middleware from "#deferred/client/middleware.js";
import * as plugins from "#deferred/client/plugins.js";
import * as remoting from "#deferred/client/remotes.js";
import * as serving from "#deferred/client/handlers.js";
import * as streaming from "#deferred/client/streams.js";
import { BridgeError, invalid } from "./errors.js";
import { Calls } from "./calls.js";
import { Session } from "./session.js";
import { makeReceive } from "./receiver.js";
import { isObject } from "../shared/is-object.js";
import { when } from "./promises.js";
import { promiseReject } from "../shared/primordials.js";

const rethrow = (/** @type {unknown} */ error) => {
  throw error;
};

export class Parts {
  session;
  calls;
  /** The only way to settle a call. No global leads to this function. */
  receive;
  /**
   * The middleware chain, once there is a middleware.
   *
   * @type {import("./middleware.js").Chain | undefined}
   */
  #chain;
  #discover;
  /** @type {import("./streams.js").Streams | undefined} */
  #streams;
  /** @type {import("./events.js").Events | undefined} */
  #events;
  /** @type {import("./handlers.js").Handlers | undefined} */
  #handlers;
  /** @type {import("./contract.js").Contract | undefined} */
  #contract;
  /** @type {ReturnType<typeof plugins.makePlugins> | undefined} */
  #plugins;

  /**
   * @param {import("./kinds.js").Link} link
   * @param {import("./session.js").Options} options
   */
  constructor(link, options) {
    this.session = new Session(link, options);
    this.calls = new Calls(this.session);
    this.session.call = (method, params, options, name) => this.calls.call(method, params, options, name);
    this.session.stream = (method, params, options) => this.streams.open(method, params, options);
    this.#discover = options.discover;
    this.receive = makeReceive(this);
    link.open?.(this.receive);
  }

  get BridgeError() {
    return BridgeError;
  }

  get streams() {
    return (this.#streams ??= new streaming.Streams(this.session));
  }

  get events() {
    // The bridge itself subscribes: no middleware receives these calls.
    return (this.#events ??= new listening.Events(this.session, (method, params) => this.calls.call(method, params, undefined)));
  }

  get handlers() {
    return (this.#handlers ??= new serving.Handlers(this.session, (method, params, given) => this.call(method, params, given)));
  }

  get contract() {
    return (this.#contract ??= new contracts.Contract(this.session, this.#discover));
  }

  get plugins() {
    return (this.#plugins ??= plugins.makePlugins(this));
  }

  /**
   * A call, through the middleware.
   *
   * @param {string} method
   * @param {unknown} params
   * @param {import("./calls.js").CallOptions | undefined} given
   * @returns {Promise<*>}
   */
  call(method, params, given) {
    if (this.#chain === undefined) return this.calls.call(method, params, given);
    return this.#chain.run({ method, params, options: given });
  }

  /**
   * @param {string} method
   * @param {unknown} params
   * @returns {unknown}
   */
  callSync(method, params) {
    if (this.#chain === undefined || this.#chain.isEmpty) return this.calls.callSync(method, params);
    throw new BridgeError("FAILED_PRECONDITION", `${method}: a middleware may be asynchronous, so await bridge.call`);
  }

  /**
   * Throws, for a function that was given more arguments than it takes.
   *
   * @param {string} sentence what it takes
   */
  throwSurplus(sentence) {
    throw refusals.surplus(sentence);
  }

  /** @param {string} sentence */
  refuseSurplus(sentence) {
    return promiseReject(refusals.surplus(sentence));
  }

  /**
   * Asks the other side for its contract.
   *
   * @param {unknown} expected
   */
  askContract(expected) {
    return when(this.calls.call("$/contract", expected, undefined), (text) => this.contract.take(text), rethrow);
  }

  /**
   * @param {import("./middleware.js").Middleware} added
   * @returns {() => void} removes the middleware
   */
  use(added) {
    this.#chain ??= new middleware.Chain(({ method, params, options }) => this.calls.call(method, params, options));
    return this.#chain.add(added);
  }

  /**
   * The reader of the stream that the other side sends under this id.
   *
   * @param {number} id
   */
  reader(id) {
    return this.#streams?.reader(id);
  }

  /** The class of objects that cross by reference. */
  get RemoteObject() {
    this.session.encoder.remotes = remoting.remotes;
    return remoting.RemoteObject;
  }

  /**
   * @template {object} Target
   * @param {Target} object
   * @returns {Target} the object, which crosses by reference from now on
   */
  remote(object) {
    const { encoder } = this.session;
    encoder.remotes = remoting.remotes;
    // One of the other side's does so already.
    if (!isObject(object) || encoder.imports?.of(object) === undefined) remoting.remotes.add(object);
    return object;
  }

  /** Whether somebody waits for an item of a stream; if not, the link is woken when somebody does. */
  rest() {
    return this.#streams?.rest() ?? false;
  }

  /**
   * Ends a function or an object of the other side's for this side, or one of this side's for the other.
   *
   * @param {unknown} value
   */
  release(value) {
    if (typeof value !== "function" && !isObject(value)) throw invalid("release takes a function or an object that crossed the bridge");
    const { imports, references } = this.session.encoder;
    const imported = imports?.of(value);
    if (imported !== undefined) imports?.end(imported);
    else references?.end(value);
  }

  /** The numbers of open operations, for diagnosis. */
  count() {
    return {
      pending: this.calls.pending,
      handlers: this.#handlers?.size ?? 0,
      listeners: this.#events?.size ?? 0,
      streams: (this.#streams?.size ?? 0) + (this.#handlers?.streams ?? 0),
      late: this.session.late,
      references: { exported: this.session.encoder.references?.size ?? 0, imported: this.session.encoder.imports?.size ?? 0 },
    };
  }

  /**
   * @param {string} code
   * @param {string} message
   */
  close(code, message) {
    this.calls.close(code, message);
    this.#streams?.close(code, message);
    this.#events?.close(code, message);
    this.#handlers?.close(code);
    this.session.encoder.references?.clear();
    this.session.encoder.imports?.clear();
  }
}
