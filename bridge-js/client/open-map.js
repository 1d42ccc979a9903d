// @ts-check
// What is open, by its id: a map that many things pass through.

import { OwnMap } from "./primordials.js";

/** So many additions to one map, and it is done with. */
const ADDITIONS = 4096;

/**
 * A map that is replaced now and then.
 *
 * JavaScriptCore links each table that a map has outgrown to the next one, for its iterators. Its collector takes whatever
 * on the stack looks like an address for one: a table that it finds so keeps all later tables, and what they held when they
 * were left. Of a million requests, 256 at a time, it once kept 190 MB.
 *
 * @template Key, Value
 */
export class OpenMap {
  /** @type {Map<Key, Value>} */
  #map = new OwnMap();
  #additions = 0;

  get size() {
    return this.#map.size;
  }

  /** @param {Key} key */
  has(key) {
    return this.#map.has(key);
  }

  /** @param {Key} key */
  get(key) {
    return this.#map.get(key);
  }

  /**
   * @param {Key} key
   * @param {Value} value
   */
  set(key, value) {
    this.#additions += 1;
    if (this.#additions > ADDITIONS) this.#replace();
    this.#map.set(key, value);
  }

  /** @param {Key} key */
  delete(key) {
    return this.#map.delete(key);
  }

  /** @param {(value: Value, key: Key) => void} visit */
  forEach(visit) {
    this.#map.forEach((value, key) => visit(value, key));
  }

  clear() {
    this.#map.clear();
  }

  #replace() {
    /** @type {Map<Key, Value>} */
    const map = new OwnMap();
    this.#map.forEach((value, key) => void map.set(key, value));
    this.#map = map;
    this.#additions = 0;
  }
}
