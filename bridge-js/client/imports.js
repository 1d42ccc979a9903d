// @ts-check
// Functions and objects of the other side: each is a function or an object here, until nothing here holds it or it is released.

import * as refusals from "#deferred/client/options-refusal.js";
import { defineHidden } from "../shared/define.js";
import {
  FinalizationRegistry, freeze, isArray, isSafeInteger, objectCreate, OwnMap, promiseReject, reflectGet, registryRegister, stringSlice, Symbol,
  symbolFor, symbolToStringTag, TypeError, WeakMap, weakMapGet, weakMapSet, WeakRef, weakRefDeref,
} from "../shared/primordials.js";
import { invalid } from "./errors.js";
import { ignore } from "./promises.js";
import { OpenMap } from "./open-map.js";
import { released } from "./references.js";

/** @typedef {import("./calls.js").CallOptions} CallOptions */
/** @typedef {(method: string, params: unknown, options: CallOptions | undefined, name?: string) => Promise<unknown>} Call */
/** @typedef {(method: string, params: unknown, options: *) => AsyncIterableIterator<unknown>} Stream */

/**
 * @typedef {object} Import
 * @property {number} number
 * @property {number} copies how often it was received
 * @property {boolean} isReleased
 * @property {WeakRef<object> | undefined} target
 */

/** By this symbol `console.log` and `util.inspect` ask an object for its text. */
const inspectCustom = symbolFor("nodejs.util.inspect.custom");

export class Imports {
  #call;
  #stream;
  #platform;
  /** @type {OpenMap<number, Import>} */
  #imports = new OpenMap();
  /** @type {WeakMap<object, Import>} */
  #known = new WeakMap();
  /**
   * What objects of a type inherit, by the names of the type and its methods.
   *
   * @type {Map<string, object>}
   */
  #prototypes = new OwnMap();
  #registry = new FinalizationRegistry((/** @type {Import} */ gone) => this.#release(gone));

  /**
   * @param {Call} call
   * @param {Stream} stream
   * @param {import("./platform.js").Platform} platform
   */
  constructor(call, stream, platform) {
    this.#call = call;
    this.#stream = stream;
    this.#platform = platform;
  }

  get size() {
    return this.#imports.size;
  }

  /**
   * The function of a number, or the object of a number and names, which was received once more.
   *
   * @param {number} number
   * @param {unknown[] | undefined} names from the second place on that of the type and those of its methods: `*` marks a stream
   * @returns {object}
   */
  receive(number, names) {
    const known = this.#imports.get(number);
    const target = known?.target && weakRefDeref(known.target);
    if (known !== undefined && target !== undefined) {
      known.copies += 1;
      return target;
    }
    /** @type {Import} */
    const made = { number, copies: 1, isReleased: false, target: undefined };
    const value = names === undefined ? this.#functionOf(made) : freeze(objectCreate(this.#prototypeOf(names)));
    made.target = new WeakRef(value);
    // One that was collected, and whose copies are not released yet, releases those that it had.
    this.#imports.set(number, made);
    weakMapSet(this.#known, value, made);
    registryRegister(this.#registry, value, made);
    return value;
  }

  /**
   * @param {object} target
   * @returns {Import | undefined} `undefined` for what is not a function or an object of the other side
   */
  of(target) {
    return weakMapGet(this.#known, target);
  }

  /**
   * The number that is sent for a function or an object that goes back to the other side; `undefined` for any other.
   *
   * @param {object} target
   * @returns {number | string | undefined} a negative number, or why it cannot cross
   */
  numberOf(target) {
    const known = this.of(target);
    if (known === undefined) return undefined;
    return known.isReleased ? "it was released" : -known.number;
  }

  /**
   * Ends a function or an object of the other side; its calls under way go on.
   *
   * @param {Import} ended
   */
  end(ended) {
    if (ended.isReleased) return;
    ended.isReleased = true;
    this.#release(ended);
  }

  clear() {
    this.#imports.clear();
  }

  /** @param {Import} gone */
  #release(gone) {
    const { number, copies } = gone;
    if (this.#imports.get(number) === gone) this.#imports.delete(number);
    if (copies === 0) return;
    gone.copies = 0;
    // Nobody awaits the answer; a bridge that is closed needs none.
    ignore(this.#call("$/release", [number, copies], undefined));
  }

  /** @param {Import} made */
  #functionOf(made) {
    /** @type {(value?: unknown, options?: CallOptions, more?: unknown) => Promise<unknown>} */
    const call = (value, options, more) => {
      if (more !== undefined) return promiseReject(refusals.surplus("a function of the other side takes a value and options"));
      if (made.isReleased) return promiseReject(released());
      return this.#call(`$/call/${made.number}`, value, options, "function");
    };
    defineHidden(call, inspectCustom, () => "[remote function]");
    return call;
  }

  /** @param {unknown[]} names */
  #prototypeOf(names) {
    let key = "";
    for (let at = 1; at < names.length; at += 1) key += `${names[at]}/`;
    const known = this.#prototypes.get(key);
    if (known !== undefined) return known;
    const prototype = objectCreate(null);
    const type = /** @type {string} */ (names[1]);
    for (let at = 2; at < names.length; at += 1) {
      const given = /** @type {string} */ (names[at]);
      const isStream = given[0] === "*";
      const name = isStream ? stringSlice(given, 1) : given;
      defineHidden(prototype, name, isStream ? this.#streamOf(type, name) : this.#methodOf(type, name));
    }
    const imports = this;
    defineHidden(prototype, symbolToStringTag, type);
    defineHidden(prototype, inspectCustom, () => `[remote ${type}]`);
    defineHidden(prototype, "toJSON", () => {
      throw new TypeError(`${type} of the other side has no JSON: it crosses by reference`);
    });
    const asyncDispose = reflectGet(Symbol, "asyncDispose");
    if (typeof asyncDispose === "symbol") {
      /** @this {object} */
      const dispose = async function () {
        const made = imports.of(this);
        if (made !== undefined) imports.end(made);
      };
      defineHidden(prototype, asyncDispose, dispose);
    }
    this.#platform.refuseClones?.(prototype);
    this.#prototypes.set(key, freeze(prototype));
    return prototype;
  }

  /**
   * @param {string} type
   * @param {string} name
   */
  #methodOf(type, name) {
    const imports = this;
    /** @this {object} */
    return function (/** @type {unknown} */ params, /** @type {CallOptions | undefined} */ options, /** @type {unknown} */ more) {
      try {
        const method = imports.#method(this, type, name, more);
        return imports.#call(method, params, options, `${type}.${name}`);
      } catch (error) {
        return promiseReject(error);
      }
    };
  }

  /**
   * @param {string} type
   * @param {string} name
   */
  #streamOf(type, name) {
    const imports = this;
    /** @this {object} */
    return function (/** @type {unknown} */ params, /** @type {unknown} */ options, /** @type {unknown} */ more) {
      return imports.#stream(imports.#method(this, type, name, more), params, options);
    };
  }

  /**
   * Throws if the method cannot be called.
   *
   * @param {unknown} target
   * @param {string} type
   * @param {string} name
   * @param {unknown} more
   */
  #method(target, type, name, more) {
    const made = typeof target === "object" && target !== null ? this.of(target) : undefined;
    if (made === undefined) throw invalid(`${type}.${name} was called without its object`);
    if (more !== undefined) throw refusals.surplus(`${type}.${name} takes a value and options`);
    if (made.isReleased) throw released();
    return `$/call/${made.number}/${name}`;
  }
}

/** A function of this side that came back after it was released. */
export const missing = () => promiseReject(released());

/**
 * Whether the content of a tag stands for a function or an object: a number, or an array of one and of names.
 *
 * @param {unknown} content
 * @returns {content is number | [number, ...string[]]}
 */
export const isReference = (content) => {
  if (!isArray(content)) return isSafeInteger(content) && content !== 0;
  if (content.length < 2 || !isSafeInteger(content[0]) || content[0] < 1) return false;
  for (let at = 1; at < content.length; at += 1) if (typeof content[at] !== "string") return false;
  return true;
};
