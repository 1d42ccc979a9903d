// @ts-check
import { makeList } from "./lists.js";

/**
 * @template Listener
 * @typedef {object} Entry
 * @property {Listener | undefined} listener `undefined` once the entry was removed: it may be collected then
 */

/**
 * Listeners in the order in which they were added. They may be added and removed during a visit.
 *
 * @template Listener
 */
export class ListenerList {
  /**
   * Removed entries stay until they are more than half of all. Then another list takes the place of this one: a visit goes on
   * with the list that it began with.
   *
   * @type {Entry<Listener>[]}
   */
  #all = makeList();
  #removed = 0;

  get size() {
    return this.#all.length - this.#removed;
  }

  /**
   * @param {Listener} listener
   * @returns {Entry<Listener>} the argument of `remove`
   */
  add(listener) {
    const entry = { listener };
    this.#all[this.#all.length] = entry;
    return entry;
  }

  /**
   * @param {Entry<Listener>} entry
   * @returns {boolean} false when it was removed before
   */
  remove(entry) {
    if (entry.listener === undefined) return false;
    entry.listener = undefined;
    this.#removed += 1;
    if (2 * this.#removed > this.#all.length) this.#compact();
    return true;
  }

  /**
   * Visits the current listeners, except those that are removed during the visit.
   *
   * @param {(listener: Listener) => boolean | void} visit returns true to end the visit
   */
  each(visit) {
    const all = this.#all;
    const { length } = all;
    for (let at = 0; at < length; at += 1) {
      const { listener } = /** @type {Entry<Listener>} */ (all[at]);
      if (listener !== undefined && visit(listener) === true) return;
    }
  }

  /**
   * Visits the listeners, the last first.
   *
   * @param {(listener: Listener) => void} visit
   */
  eachBackwards(visit) {
    const all = this.#all;
    for (let at = all.length - 1; at >= 0; at -= 1) {
      const { listener } = /** @type {Entry<Listener>} */ (all[at]);
      if (listener !== undefined) visit(listener);
    }
  }

  /**
   * Removes the first entry of a listener.
   *
   * @param {Listener} listener
   */
  removeFirst(listener) {
    for (let at = 0; at < this.#all.length; at += 1) {
      const entry = /** @type {Entry<Listener>} */ (this.#all[at]);
      if (entry.listener === listener) {
        this.remove(entry);
        return;
      }
    }
  }

  #compact() {
    const all = this.#all;
    this.#all = makeList();
    this.#removed = 0;
    for (let at = 0; at < all.length; at += 1) {
      const entry = /** @type {Entry<Listener>} */ (all[at]);
      if (entry.listener !== undefined) this.#all[this.#all.length] = entry;
    }
  }
}
