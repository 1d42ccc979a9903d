// @ts-check
// `mock`: functions, methods, getters, setters and timers in place of a program's own, until they are restored.

import * as timers from "#deferred/node/testing/mock-timers.js";
import { nullPrototype } from "../../shared/define.js";
import { apply, defineProperty, Error, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, TypeError } from "../../shared/primordials.js";
import { invalidArgType, invalidArgValue, nodeError, validateBoolean, validateFunction, validateInteger, validateObject } from "../errors.js";
import { push } from "../node-primordials.js";
import { makeMock, MockFunctionContext } from "./mock-function.js";

const isOptions = (value) => value !== null && typeof value === "object";

function validateTimes(value, name) {
  if (value !== Infinity) validateInteger(value, name, 1);
}

/** The default of an implementation that is not given. */
function unchanged() {}

export class MockTracker {
  /** @type {MockFunctionContext[]} */
  #mocks = [];
  #timers;

  get timers() {
    this.#timers ??= new timers.MockTimers();
    return this.#timers;
  }

  /**
   * @param {any} [original]
   * @param {any} [implementation]
   * @param {any} [options]
   */
  fn(original = function () {}, implementation = original, options = {}) {
    if (isOptions(original)) {
      options = original;
      original = function () {};
      implementation = original;
    } else if (isOptions(implementation)) {
      options = implementation;
      implementation = original;
    }
    validateFunction(original, "original");
    validateFunction(implementation, "implementation");
    validateObject(options, "options");
    const { times = Infinity } = options;
    validateTimes(times, "options.times");
    return this.#add(new MockFunctionContext(implementation, original, times), original);
  }

  /**
   * @param {any} object
   * @param {any} methodName
   * @param {any} [implementation]
   * @param {any} [options]
   */
  method(object, methodName, implementation = unchanged, options = {}) {
    if (typeof methodName !== "string" && typeof methodName !== "symbol") throw invalidArgType("methodName", ["string", "symbol"], methodName);
    if (typeof object !== "function") validateObject(object, "object");
    if (isOptions(implementation)) {
      options = implementation;
      implementation = unchanged;
    }
    validateFunction(implementation, "implementation");
    validateObject(options, "options");
    const { getter = false, setter = false, times = Infinity } = options;
    validateBoolean(getter, "options.getter");
    validateBoolean(setter, "options.setter");
    validateTimes(times, "options.times");
    if (setter && getter) throw invalidArgValue("options.setter", setter, "cannot be used with 'options.getter'");
    const descriptor = findMethod(object, methodName);
    const original = getter ? descriptor?.get : setter ? descriptor?.set : descriptor?.value;
    if (descriptor === undefined || typeof original !== "function") throw invalidArgValue("methodName", original, "must be a method");
    const place = nullPrototype({ object, name: methodName, descriptor, isOwn: hasOwn(object, methodName) });
    const context = new MockFunctionContext(implementation === unchanged ? original : implementation, original, times, place);
    const mock = this.#add(context, original);
    const { configurable, enumerable } = descriptor;
    /** @type {any} */
    const replacement = { __proto__: null, configurable, enumerable };
    if (getter || setter) {
      replacement.get = getter ? mock : descriptor.get;
      replacement.set = setter ? mock : descriptor.set;
    } else {
      replacement.writable = descriptor.writable;
      replacement.value = mock;
    }
    // An inherited method is hidden by an own property, which has to go again.
    if (!place.isOwn) replacement.configurable = true;
    if (!defineProperty(object, methodName, replacement)) {
      throw nodeError(TypeError, "ERR_INVALID_STATE", "The method of the object cannot be replaced: its property is not configurable.");
    }
    return mock;
  }

  /**
   * @param {any} object
   * @param {any} methodName
   * @param {any} [implementation]
   * @param {any} [options]
   */
  getter(object, methodName, implementation = unchanged, options = {}) {
    return this.#accessor("getter", object, methodName, implementation, options);
  }

  /**
   * @param {any} object
   * @param {any} methodName
   * @param {any} [implementation]
   * @param {any} [options]
   */
  setter(object, methodName, implementation = unchanged, options = {}) {
    return this.#accessor("setter", object, methodName, implementation, options);
  }

  #accessor(kind, object, methodName, implementation, options) {
    if (isOptions(implementation)) {
      options = implementation;
      implementation = unchanged;
    } else {
      validateObject(options, "options");
    }
    const { [kind]: isGiven = true } = options;
    if (isGiven === false) throw invalidArgValue(`options.${kind}`, isGiven, "cannot be false");
    return this.method(object, methodName, implementation, { __proto__: null, ...options, [kind]: isGiven });
  }

  module() {
    throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", "mock.module() does not exist here. Pass what the tested code uses as a parameter.");
  }

  property() {
    throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", "mock.property() does not exist here. Use mock.getter(), or set the property and restore it in after().");
  }

  reset() {
    this.restoreAll();
    this.#timers?.reset();
    this.#mocks = [];
  }

  /** Restores the newest mock first: a method that was mocked twice becomes what it was at the beginning. */
  restoreAll() {
    for (let i = this.#mocks.length - 1; i >= 0; i--) restore(this.#mocks[i]);
  }

  #add(context, original) {
    push(this.#mocks, context);
    return makeMock(context, original);
  }
}

const { restore: restoreMethod } = MockFunctionContext.prototype;
const restore = (context) => apply(restoreMethod, context, []);

/** The descriptor of a property, own or inherited. */
function findMethod(/** @type {any} */ object, /** @type {PropertyKey} */ name) {
  for (let holder = object; holder !== null; holder = getPrototypeOf(holder)) {
    const descriptor = getOwnPropertyDescriptor(holder, name);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

/** The tracker of `mock`, which belongs to no test. */
export const mock = new MockTracker();
