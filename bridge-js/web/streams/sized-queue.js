// @ts-check
import { Queue } from "../../shared/queue.js";
import { RangeError } from "../../shared/primordials.js";

/**
 * Chunks with their sizes: a queue-with-sizes of the standard.
 *
 * @template T
 */
export class SizedQueue {
  /** @type {Queue<{ value: T, size: number }>} */
  #entries = new Queue();
  total = 0;

  get length() {
    return this.#entries.size;
  }

  /** @returns {T} of a queue that is not empty */
  get first() {
    return /** @type {{ value: T }} */ (this.#entries.first).value;
  }

  /**
   * @param {T} value
   * @param {number} size by the strategy
   */
  add(value, size) {
    if (!(size >= 0 && size < Infinity)) throw new RangeError(`The size of a chunk must be a finite number, at least 0, not ${size}`);
    this.#entries.add({ value, size });
    this.total += size;
  }

  /** @returns {T} of a queue that is not empty */
  take() {
    const { value, size } = /** @type {{ value: T, size: number }} */ (this.#entries.take());
    this.total -= size;
    // Fractions may be rounded.
    if (this.total < 0) this.total = 0;
    return value;
  }

  clear() {
    this.#entries = new Queue();
    this.total = 0;
  }
}
