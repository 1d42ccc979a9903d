// @ts-check
import { makeList, pop } from "../../shared/primordials.js";

/**
 * A timer that waits in a heap.
 * @typedef {object} Waiting
 * @property {number} due
 * @property {number} sequence ties are served in the order of this
 * @property {number} index its place in the heap, kept by the heap; -1 when it is not in it
 */

/**
 * A binary heap ordered by due time, then by sequence. Any element can be removed.
 * @template {Waiting} T
 */
export class TimerHeap {
  /** @type {T[]} */
  #items = makeList();

  /** @returns {T | undefined} the element that is due first */
  get first() {
    return this.#items[0];
  }

  /** @param {T} item */
  add(item) {
    this.#place(item, this.#items.length);
    this.#rise(item);
  }

  /**
   * Removes an element. One that is not in the heap is left alone.
   * @param {T} item
   */
  remove(item) {
    const { index } = item;
    if (index < 0) return;
    item.index = -1;
    // Not by its length: shortening an array of some hundred thousand elements takes the engine a twentieth of a millisecond.
    const last = /** @type {T} */ (pop(this.#items));
    if (last === item) return;
    this.#place(last, index);
    this.#rise(last);
    this.#sink(last);
  }

  /** @param {T} item */
  #rise(item) {
    while (item.index > 0) {
      const parent = /** @type {T} */ (this.#items[(item.index - 1) >> 1]);
      if (!precedes(item, parent)) return;
      this.#swap(item, parent);
    }
  }

  /** @param {T} item */
  #sink(item) {
    for (;;) {
      const left = this.#items[2 * item.index + 1];
      const right = this.#items[2 * item.index + 2];
      const child = left !== undefined && right !== undefined && precedes(right, left) ? right : left;
      if (child === undefined || !precedes(child, item)) return;
      this.#swap(item, child);
    }
  }

  /**
   * @param {T} a
   * @param {T} b
   */
  #swap(a, b) {
    const { index } = a;
    this.#place(a, b.index);
    this.#place(b, index);
  }

  /**
   * @param {T} item
   * @param {number} index
   */
  #place(item, index) {
    this.#items[index] = item;
    item.index = index;
  }
}

/**
 * @param {Waiting} a
 * @param {Waiting} b
 */
function precedes(a, b) {
  return a.due < b.due || (a.due === b.due && a.sequence < b.sequence);
}
