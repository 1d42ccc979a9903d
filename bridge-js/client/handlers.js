// @ts-check
// Requests of the other side: each is dispatched by its method and answered exactly once.

import { list } from "../shared/lists.js";
import { apply, isArray, OwnMap, stringify, stringIndexOf, stringSlice } from "../shared/primordials.js";
import { OpenMap } from "./open-map.js";
import { BridgeError, invalid } from "./errors.js";
import { ERROR } from "./kinds.js";
import { Serving } from "./serving.js";
import { invoke } from "./invoke.js";
import { calledBy, released } from "./references.js";
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
  #handlers = new OwnMap();
  /** @type {OpenMap<Id, Serving>} */
  #servings = new OpenMap();

  /**
   * @param {Session} session
   * @param {NestedCall} call
   */
  constructor(session, call) {
    this.#session = session;
    this.#call = call;
  }

  get size() {
    return this.#handlers.size;
  }

  /** The number of streams that this side produces. */
  get streams() {
    let count = 0;
    this.#servings.forEach((/** @type {Serving} */ serving) => void (count += serving.isStreaming ? 1 : 0));
    return count;
  }

  /**
   * @param {string} method
   * @param {Handler} handler
   * @returns {() => void} removes the handler
   */
  add(method, handler) {
    requireText(method, "method");
    if (typeof handler !== "function") throw invalid("handler: expected a function");
    if (this.#handlers.has(method)) throw new BridgeError("ALREADY_EXISTS", `${method} already has a handler`, { method });
    this.#handlers.set(method, handler);
    return () => {
      if (this.#handlers.get(method) === handler) this.#handlers.delete(method);
    };
  }

  /**
   * @param {Id} id
   * @param {string} method
   * @param {unknown} params
   * @param {number | undefined} timeout
   * @param {number | undefined} credit
   * @param {string[] | undefined} metadata
   */
  serve(id, method, params, timeout, credit, metadata) {
    if (this.#servings.has(id)) {
      this.#session.late += 1;
      return;
    }
    const named = this.#handlers.get(method);
    const called = named === undefined ? calledBy(method) : undefined;
    const number = called === undefined ? 0 : +called;
    const isMethod = number !== number;
    const name = called === undefined ? method : isMethod ? stringSlice(called, stringIndexOf(called, "/") + 1) : "function";
    const serving = new Serving(this.#session, id, name, timeout, credit, metadata, this.#call, this.#servings);
    this.#servings.set(id, serving);
    const handler = named ?? (called === undefined ? this.#own(method) : isMethod ? this.#method(called, name) : this.#function(number));
    if (handler === undefined) serving.fail(this.#unknown(method));
    else serving.run(handler, params);
  }

  /**
   * @param {Id} id
   * @param {string} code
   */
  cancel(id, code) {
    this.#servings.get(id)?.cancel(code);
  }

  /**
   * @param {Id} id
   * @param {number} items
   */
  credit(id, items) {
    this.#servings.get(id)?.grant(items);
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
    this.#servings.forEach((/** @type {Serving} */ serving) => serving.cancel(code));
  }

  /**
   * @param {string} method
   * @returns {Handler | undefined} the bridge's own handler of a reserved name
   */
  #own(method) {
    if (method === "$/invoke") return invoke;
    if (method === "$/methods") return () => this.#names();
    const { references } = this.#session.encoder;
    return references !== undefined && method === "$/release" ? (params) => release(references, params) : undefined;
  }

  /**
   * @param {number} number
   * @returns {Handler}
   */
  #function(number) {
    const target = this.#session.encoder.references?.target(number);
    if (typeof target === "function") return (params) => apply(target, undefined, [params]);
    return target === undefined ? missing : noMethod;
  }

  /**
   * @param {string} called the number of an object, a slash and the name
   * @param {string} name
   * @returns {Handler}
   */
  #method(called, name) {
    const { references, remotes } = this.#session.encoder;
    const target = references?.target(+stringSlice(called, 0, stringIndexOf(called, "/")));
    if (target === undefined) return missing;
    return (params, call) => apply(remotes?.method(target, name) ?? noMethod, target, [params, call]);
  }

  #names() {
    const names = list(this.#handlers.size);
    let count = 0;
    this.#handlers.forEach((_, /** @type {string} */ name) => void (names[count++] = name));
    return names;
  }

  /** @param {string} method */
  #unknown(method) {
    const meant = nearest(method, (visit) => this.#handlers.forEach((_, /** @type {string} */ known) => visit(known)));
    const name = stringify(method.length > 64 ? `${stringSlice(method, 0, 64)}...` : method);
    const hint = meant === undefined ? "." : `: did you mean ${meant}?`;
    const data = meant === undefined ? undefined : { suggestion: meant };
    return new BridgeError("UNIMPLEMENTED", `There is no method ${name}${hint}`, { method, data });
  }
}

/**
 * @param {import("./references.js").References} references
 * @param {unknown} params the number of a function or an object, and how many copies of it are released
 */
const release = (references, params) => {
  if (isArray(params)) references.release(params[0], params[1]);
};

const noMethod = () => {
  throw new BridgeError("UNIMPLEMENTED", "There is no such method.");
};

const missing = () => {
  throw released();
};
