// @ts-check
// The resources of a block or of a stack, and their disposal: DisposeCapability of ECMA-262.

import { isObject } from "../../shared/is-object.js";
import { append, makeList } from "../../shared/lists.js";
import { apply, pop, promiseReject, promiseResolve, TypeError } from "../../shared/primordials.js";
import { suppress } from "./suppressed-error.js";
import { symbolAsyncDispose, symbolDispose } from "./symbols.js";

/**
 * A resource. Without a method it is the `null` or `undefined` of an `await using`, at whose end the block awaits.
 *
 * @typedef {object} Resource
 * @property {unknown} value
 * @property {Function | undefined} method
 * @property {readonly unknown[]} values the arguments of the method
 * @property {boolean} isAsync
 */

const none = /** @type {readonly unknown[]} */ (makeList());

/**
 * The resources of a block, as the code calls them that a `using` declaration is rewritten to:
 *
 *     const u = scope(); try { ... u.add(x); ... } catch (e) { u.fail(e) } finally { u.end() }
 *
 * With an `await using`, the last part is `finally { while (u.next()) try { await u.value } catch (e) { u.fail(e) } u.end() }`.
 */
export class Resources {
  /** @type {Resource[]} */
  #stack = makeList();
  #hasFailed = false;
  /** @type {unknown} */
  #error = undefined;
  #needsAwait = false;
  #hasAwaited = false;
  /** What the block awaits. @type {unknown} */
  value = undefined;

  /** @param {unknown} value */
  add(value) {
    if (value !== undefined && value !== null) this.addMethod(value, methodOf(value, false), none, false);
    return this;
  }

  /** @param {unknown} value */
  addAsync(value) {
    this.addMethod(value, value === undefined || value === null ? undefined : methodOf(value, true), none, true);
    return this;
  }

  /**
   * @param {unknown} value
   * @param {Function | undefined} method
   * @param {readonly unknown[]} values
   * @param {boolean} isAsync
   */
  addMethod(value, method, values, isAsync) {
    append(this.#stack, /** @type {Resource} */ (/** @type {unknown} */ ({ __proto__: null, value, method, values, isAsync })));
  }

  /**
   * Notes the error that the block or a method threw.
   * @param {unknown} error
   */
  fail(error) {
    this.#error = this.#hasFailed ? suppress(error, this.#error) : error;
    this.#hasFailed = true;
  }

  /** Disposes of resources up to the next one that is to be awaited, as `value`. Returns whether there is one. */
  next() {
    while (this.#stack.length > 0) {
      const { value, method, values, isAsync } = /** @type {Resource} */ (this.#stack[this.#stack.length - 1]);
      if (!isAsync && this.#needsAwait && !this.#hasAwaited) {
        this.#needsAwait = false;
        this.value = undefined;
        return true;
      }
      pop(this.#stack);
      if (method === undefined) {
        this.#needsAwait = true;
        continue;
      }
      try {
        this.value = apply(method, value, values);
      } catch (error) {
        this.fail(error);
        continue;
      }
      if (!isAsync) continue;
      this.#hasAwaited = true;
      return true;
    }
    this.value = undefined;
    if (!this.#needsAwait || this.#hasAwaited) return false;
    this.#needsAwait = false;
    return true;
  }

  /** Disposes of the resources that need not be awaited, and throws the error that there was. */
  end() {
    this.next();
    if (this.#hasFailed) throw this.#error;
  }
}

/**
 * The method that disposes of a value.
 *
 * @param {unknown} value
 * @param {boolean} isAsync
 * @returns {Function}
 */
export function methodOf(value, isAsync) {
  if (!isObject(value)) throw new TypeError(`The value of 'using' must be an object, null or undefined, not a ${typeof value}.`);
  const method = isAsync ? getMethod(value, symbolAsyncDispose, "asyncDispose") : undefined;
  if (method !== undefined) return method;
  const synchronous = getMethod(value, symbolDispose, "dispose");
  if (synchronous === undefined) {
    throw new TypeError(`The value of 'using' must have a method [Symbol.${isAsync ? "asyncDispose] or [Symbol." : ""}dispose].`);
  }
  return isAsync ? makeAsync(synchronous) : synchronous;
}

/**
 * A method whose result is not awaited, in the place of one that is: it throws nothing and returns a promise.
 * @param {Function} method
 */
function makeAsync(method) {
  /** @this {unknown} */
  return function () {
    try {
      apply(method, this, none);
    } catch (error) {
      return promiseReject(error);
    }
    return promiseResolve(undefined);
  };
}

/**
 * @param {object} value
 * @param {symbol} key
 * @param {string} name
 * @returns {Function | undefined}
 */
function getMethod(value, key, name) {
  const method = /** @type {*} */ (value)[key];
  if (method === undefined || method === null) return undefined;
  if (typeof method !== "function") throw new TypeError(`The property [Symbol.${name}] must be a function, not a ${typeof method}.`);
  return method;
}
