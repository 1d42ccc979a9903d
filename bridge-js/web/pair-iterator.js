// @ts-check
import { defineHidden, nullPrototype } from "../shared/define.js";
import { apply, defineProperty, iteratorPrototype, setPrototypeOf, symbolIterator, symbolToStringTag, TypeError } from "../shared/primordials.js";

/**
 * @template Value
 * @typedef {readonly [name: string, value: Value, ...rest: unknown[]]} Pair
 */

/**
 * Gives an interface the methods of one that is iterated in pairs: `entries`, `keys`, `values`, `forEach` and `Symbol.iterator`.
 *
 * @template {object} T
 * @template Value
 * @param {{ new (...parameters: never[]): T, readonly name: string, readonly prototype: T }} type
 * @param {(instance: T) => readonly Pair<Value>[]} pairsOf the pairs at the time of a step. Throws for an object of another class
 */
export function definePairs(type, pairsOf) {
  const { name } = type;

  class PairIterator {
    /** @type {T} */
    #instance;
    /** @type {(pair: Pair<Value>) => unknown} */
    #select;
    #next = 0;

    /**
     * @param {T} instance
     * @param {(pair: Pair<Value>) => unknown} select
     */
    constructor(instance, select) {
      pairsOf(instance);
      this.#instance = instance;
      this.#select = select;
    }

    next() {
      const pairs = pairsOf(this.#instance);
      if (this.#next >= pairs.length) return { value: undefined, done: true };
      const pair = /** @type {Pair<Value>} */ (pairs[this.#next]);
      this.#next += 1;
      return { value: this.#select(pair), done: false };
    }
  }

  delete /** @type {{ constructor?: unknown }} */ (PairIterator.prototype).constructor;
  setPrototypeOf(PairIterator.prototype, iteratorPrototype);
  const tag = { value: `${name} Iterator`, writable: false, enumerable: false, configurable: true };
  defineProperty(PairIterator.prototype, "next", nullPrototype({ enumerable: true }));
  defineProperty(PairIterator.prototype, symbolToStringTag, nullPrototype(tag));

  // Methods of an object have no prototype and cannot be constructed, as those of a class.
  const methods = {
    /** @this {T} */
    entries() {
      return new PairIterator(this, (pair) => [pair[0], pair[1]]);
    },
    /** @this {T} */
    keys() {
      return new PairIterator(this, (pair) => pair[0]);
    },
    /** @this {T} */
    values() {
      return new PairIterator(this, (pair) => pair[1]);
    },
    /**
     * @this {T}
     * @param {(value: Value, name: string, holder: T) => unknown} callback
     * @param {unknown} [receiver]
     */
    forEach(callback, receiver = undefined) {
      pairsOf(this); // Throws for an object of another class.
      if (typeof callback !== "function") throw new TypeError(`${name}.forEach: the callback must be a function`);
      for (let i = 0; i < pairsOf(this).length; i++) {
        const pair = /** @type {Pair<Value>} */ (pairsOf(this)[i]);
        apply(callback, receiver, [pair[1], pair[0], this]);
      }
    },
  };
  defineHidden(type.prototype, "entries", methods.entries);
  defineHidden(type.prototype, "keys", methods.keys);
  defineHidden(type.prototype, "values", methods.values);
  defineHidden(type.prototype, "forEach", methods.forEach);
  defineHidden(type.prototype, symbolIterator, methods.entries);
}
