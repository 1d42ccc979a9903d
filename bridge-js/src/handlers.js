// @ts-check
// Requests of the other side: found by name, answered exactly once.

import { MapOf, mapDelete, mapForEach, mapGet, mapHas, mapSet, mapSize } from "./primordials.js";
import { BridgeError, invalid } from "./errors.js";
import { ERROR } from "./kinds.js";
import { Serving } from "./serving.js";
import { invoke } from "./invoke.js";
import { nearest } from "./suggest.js";
import { requireText } from "./calls.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./kinds.js").Id} Id */
/** @typedef {import("./serving.js").NestedCall} NestedCall */
/** @typedef {import("./serving.js").Context} Context */
/** @typedef {(params: unknown, call: Context) => unknown} Handler */

export class Handlers {
  #session;
  #call;
  /** @type {Map<string, Handler>} */
  #handlers = new MapOf();
  /** @type {Map<Id, Serving>} */
  #servings = new MapOf();

  /**
   * @param {Session} session
   * @param {NestedCall} call
   */
  constructor(session, call) {
    this.#session = session;
    this.#call = call;
  }

  get size() {
    return mapSize(this.#handlers);
  }

  /** How many streams this side produces. */
  get streams() {
    let count = 0;
    mapForEach(this.#servings, (/** @type {Serving} */ serving) => void (count += serving.isStreaming ? 1 : 0));
    return count;
  }

  /**
   * @param {string} method
   * @param {Handler} handler
   * @returns {() => void} its undo
   */
  add(method, handler) {
    requireText(method, "method");
    if (typeof handler !== "function") throw invalid("handler: expected a function");
    if (mapHas(this.#handlers, method)) throw new BridgeError("ALREADY_EXISTS", `${method}: is handled already`, { method });
    mapSet(this.#handlers, method, handler);
    return () => {
      if (mapGet(this.#handlers, method) === handler) mapDelete(this.#handlers, method);
    };
  }

  /**
   * @param {Id} id
   * @param {string} method
   * @param {unknown} params
   * @param {number | undefined} timeout
   * @param {number | undefined} credit
   * @param {string[] | undefined} context
   */
  serve(id, method, params, timeout, credit, context) {
    if (mapHas(this.#servings, id)) {
      this.#session.late += 1;
      return;
    }
    const forget = () => mapDelete(this.#servings, id);
    const serving = new Serving(this.#session, id, method, timeout, credit, context, this.#call, forget);
    mapSet(this.#servings, id, serving);
    const handler = mapGet(this.#handlers, method) ?? (method === "$/invoke" ? invoke : undefined);
    if (handler === undefined) serving.fail(this.#unknown(method));
    else serving.run(handler, params);
  }

  /**
   * @param {Id} id
   * @param {string} code
   */
  cancel(id, code) {
    mapGet(this.#servings, id)?.cancel(code);
  }

  /**
   * @param {Id} id
   * @param {number} items
   */
  credit(id, items) {
    mapGet(this.#servings, id)?.grant(items);
  }

  /**
   * @param {Id} id
   * @param {unknown} error
   */
  refuse(id, error) {
    this.#session.postError(ERROR, id, error);
  }

  /** @param {string} code */
  close(code) {
    mapForEach(this.#servings, (/** @type {Serving} */ serving) => serving.cancel(code));
  }

  /** @param {string} method */
  #unknown(method) {
    const meant = nearest(method, (visit) => mapForEach(this.#handlers, (_, /** @type {string} */ known) => visit(known)));
    const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
    return new BridgeError("UNIMPLEMENTED", `no handler is named ${method}${hint}`, { method });
  }
}
