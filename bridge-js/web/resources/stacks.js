// @ts-check
// `DisposableStack` and `AsyncDisposableStack`, as ECMA-262 specifies them.

import { defineHidden, nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import {
  defineProperty, getOwnPropertyDescriptor, ReferenceError, setPrototypeOf, symbolToStringTag, TypeError,
} from "../../shared/primordials.js";
import { Resources } from "./resources.js";
import { symbolAsyncDispose, symbolDispose } from "./symbols.js";

const noValues = /** @type {readonly unknown[]} */ ([]);

/** @param {unknown} method */
function requireMethod(method) {
  if (typeof method !== "function") throw new TypeError(`The method that disposes must be a function, not a ${method === null ? "null" : typeof method}.`);
}

/**
 * @param {boolean} isDisposed
 * @param {string} name
 */
function requireOpen(isDisposed, name) {
  if (isDisposed) throw new ReferenceError(`This ${name} is disposed already.`);
}

class OwnDisposableStack {
  /** @type {Resources | undefined} */
  #resources = new Resources();

  constructor() {
    if (!isObject(new.target.prototype)) setPrototypeOf(this, OwnDisposableStack.prototype);
  }

  get disposed() { return this.#resources === undefined; }

  dispose() {
    const resources = this.#resources;
    if (resources === undefined) return;
    this.#resources = undefined;
    resources.end();
  }

  /** @param {unknown} value */
  use(value) {
    requireOpen(this.#resources === undefined, "DisposableStack");
    /** @type {Resources} */ (this.#resources).add(value);
    return value;
  }

  /**
   * @param {unknown} value
   * @param {unknown} onDispose
   */
  adopt(value, onDispose) {
    requireOpen(this.#resources === undefined, "DisposableStack");
    requireMethod(onDispose);
    /** @type {Resources} */ (this.#resources).addMethod(undefined, /** @type {Function} */ (onDispose), [value], false);
    return value;
  }

  /** @param {unknown} onDispose */
  defer(onDispose) {
    requireOpen(this.#resources === undefined, "DisposableStack");
    requireMethod(onDispose);
    /** @type {Resources} */ (this.#resources).addMethod(undefined, /** @type {Function} */ (onDispose), noValues, false);
  }

  move() {
    requireOpen(this.#resources === undefined, "DisposableStack");
    const moved = new OwnDisposableStack();
    moved.#resources = this.#resources;
    this.#resources = undefined;
    return moved;
  }
}

class OwnAsyncDisposableStack {
  /** @type {Resources | undefined} */
  #resources = new Resources();

  constructor() {
    if (!isObject(new.target.prototype)) setPrototypeOf(this, OwnAsyncDisposableStack.prototype);
  }

  get disposed() { return this.#resources === undefined; }

  async disposeAsync() {
    const resources = this.#resources;
    if (resources === undefined) return;
    this.#resources = undefined;
    while (resources.next()) {
      try {
        await resources.value;
      } catch (error) {
        resources.fail(error);
      }
    }
    resources.end();
  }

  /** @param {unknown} value */
  use(value) {
    requireOpen(this.#resources === undefined, "AsyncDisposableStack");
    /** @type {Resources} */ (this.#resources).addAsync(value);
    return value;
  }

  /**
   * @param {unknown} value
   * @param {unknown} onDispose
   */
  adopt(value, onDispose) {
    requireOpen(this.#resources === undefined, "AsyncDisposableStack");
    requireMethod(onDispose);
    /** @type {Resources} */ (this.#resources).addMethod(undefined, /** @type {Function} */ (onDispose), [value], true);
    return value;
  }

  /** @param {unknown} onDispose */
  defer(onDispose) {
    requireOpen(this.#resources === undefined, "AsyncDisposableStack");
    requireMethod(onDispose);
    /** @type {Resources} */ (this.#resources).addMethod(undefined, /** @type {Function} */ (onDispose), noValues, true);
  }

  move() {
    requireOpen(this.#resources === undefined, "AsyncDisposableStack");
    const moved = new OwnAsyncDisposableStack();
    moved.#resources = this.#resources;
    this.#resources = undefined;
    return moved;
  }
}

/**
 * @param {Function} type
 * @param {string} name
 * @param {symbol} key
 * @param {string} method the method that the symbol names as well
 */
function describe(type, name, key, method) {
  defineProperty(type, "name", nullPrototype({ value: name, writable: false, enumerable: false, configurable: true }));
  defineHidden(type.prototype, key, getOwnPropertyDescriptor(type.prototype, method)?.value);
  defineProperty(type.prototype, symbolToStringTag, nullPrototype({ value: name, writable: false, enumerable: false, configurable: true }));
}

describe(OwnDisposableStack, "DisposableStack", symbolDispose, "dispose");
describe(OwnAsyncDisposableStack, "AsyncDisposableStack", symbolAsyncDispose, "disposeAsync");

export { OwnDisposableStack as DisposableStack, OwnAsyncDisposableStack as AsyncDisposableStack };
