// @ts-check
// A function that records its calls, and the object `mock` of such a function.

import { nullPrototype } from "../../shared/define.js";
import { apply, construct, defineProperty, deleteProperty, Error, OwnMap, Proxy, reflectGet } from "../../shared/primordials.js";
import { validateFunction, validateInteger } from "../errors.js";
import { push, slice } from "../node-primordials.js";

/**
 * Where a mocked method was found.
 *
 * @typedef {object} Place
 * @property {any} object the object that has the mock
 * @property {PropertyKey} name
 * @property {PropertyDescriptor} descriptor of the original
 * @property {boolean} isOwn whether the object itself had it, and not a prototype
 */

/** The functions of a context that only this module calls. @type {(context: any) => Functions} */
let functionsOf;

/** @typedef {{ next: () => Function, track: (call: object) => void }} Functions */

export class MockFunctionContext {
  /** @type {object[]} */
  #calls = [];
  /** @type {Map<number, Function>} */
  #implementations = new OwnMap();
  #implementation;
  #original;
  /** @type {Place | undefined} */
  #place;
  #times;

  static {
    functionsOf = (/** @type {MockFunctionContext} */ context) => context.#functions();
  }

  /**
   * @param {Function} implementation
   * @param {Function} original
   * @param {number} times how many calls are mocked
   * @param {Place} [place] of a method
   */
  constructor(implementation, original, times, place = undefined) {
    this.#implementation = implementation;
    this.#original = original;
    this.#times = times;
    this.#place = place;
  }

  get calls() {
    return slice(this.#calls);
  }

  callCount() {
    return this.#calls.length;
  }

  mockImplementation(implementation) {
    validateFunction(implementation, "implementation");
    this.#implementation = implementation;
  }

  mockImplementationOnce(implementation, onCall) {
    validateFunction(implementation, "implementation");
    const next = this.#calls.length;
    const call = onCall ?? next;
    validateInteger(call, "onCall", next);
    this.#implementations.set(call, implementation);
  }

  resetCalls() {
    this.#calls = [];
  }

  restore() {
    const place = this.#place;
    if (place === undefined) this.#implementation = this.#original;
    // A method of a prototype is visible again when the object's own property is gone.
    else if (place.isOwn) defineProperty(place.object, place.name, place.descriptor);
    else deleteProperty(place.object, place.name);
  }

  /** @returns {Functions} */
  #functions() {
    return nullPrototype({
      next: () => {
        const number = this.#calls.length;
        const implementation = this.#implementations.get(number) ?? this.#implementation;
        if (number + 1 === this.#times) this.restore();
        this.#implementations.delete(number);
        return implementation;
      },
      track: (call) => push(this.#calls, call),
    });
  }
}

/**
 * A proxy of a function that calls the implementation of a context and records the call.
 *
 * @param {MockFunctionContext} context
 * @param {Function} original
 * @returns {any}
 */
export function makeMock(context, original) {
  const { next, track } = functionsOf(context);
  const record = (values, receiver, target, run) => {
    /** @type {any} */
    const call = { arguments: values, error: undefined, result: undefined, stack: new Error(), target, this: receiver };
    try {
      call.result = run();
      if (target !== undefined) call.this = call.result;
      return call.result;
    } catch (error) {
      call.error = error;
      throw error;
    } finally {
      track(call);
    }
  };
  return new Proxy(original, /** @type {any} */ (nullPrototype({
    apply(_, receiver, values) {
      const implementation = next();
      return record(values, receiver, undefined, () => apply(implementation, receiver, values));
    },
    construct(target, values, newTarget) {
      const implementation = next();
      return record(values, undefined, target, () => construct(implementation, values, newTarget));
    },
    get: (target, name) => (name === "mock" ? context : reflectGet(target, name)),
  })));
}
