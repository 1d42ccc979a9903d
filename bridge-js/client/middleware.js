// @ts-check
// A chain around outgoing calls: each middleware may inspect, change, repeat or answer the call.

import { ListenerList } from "../shared/listener-list.js";
import { invalid } from "./errors.js";
import { last, newPromise } from "./promises.js";

/**
 * @typedef {object} OutgoingCall
 * @property {string} method
 * @property {unknown} params
 * @property {import("./calls.js").CallOptions | undefined} options
 */

/** @typedef {(call: OutgoingCall) => Promise<unknown>} Next */
/** @typedef {(call: OutgoingCall, next: Next) => unknown} Middleware */

export class Chain {
  /** @type {ListenerList<Middleware>} */
  #parts = new ListenerList();
  #send;
  #first;

  /** @param {Next} send what the innermost part's `next` does */
  constructor(send) {
    this.#send = send;
    this.#first = send;
  }

  get isEmpty() {
    return this.#parts.size === 0;
  }

  /**
   * @param {Middleware} middleware
   * @returns {() => void} removes the middleware
   */
  add(middleware) {
    if (typeof middleware !== "function") throw invalid("middleware: expected a function");
    const node = this.#parts.add(middleware);
    this.#link();
    return () => {
      if (this.#parts.remove(node)) this.#link();
    };
  }

  /** @type {Next} */
  run(call) {
    return this.#first(call);
  }

  /** Links the chain again, the first middleware outermost. A call in progress keeps the chain with which it began. */
  #link() {
    let next = this.#send;
    this.#parts.eachBackwards((/** @type {Middleware} */ middleware) => {
      next = around(middleware, next);
    });
    this.#first = next;
  }
}

/**
 * @param {Middleware} middleware
 * @param {Next} next
 * @returns {Next}
 */
const around = (middleware, next) => (call) => {
  const promise = newPromise();
  const { resolve, reject } = last;
  try {
    resolve(middleware(call, next));
  } catch (error) {
    reject(error);
  }
  return promise;
};
