// @ts-check
import { makeList } from "../../shared/lists.js";
import { TimerHeap } from "./timer-heap.js";

/**
 * A timer in a queue. The queue maintains `index`, `previous` and `next`.
 *
 * @typedef {object} Queued
 * @property {number} due
 * @property {number} sequence the order of timers that are due at the same time
 * @property {number} delay the difference of `due` and the time when the timer was added; -1 if another
 * @property {number} index its place in the heap; -1 if it is in a chain or not in the queue
 * @property {Queued | undefined} previous the timer before it in its chain
 * @property {Queued | undefined} next the timer after it in its chain
 */

/** The number of chains that can be continued. */
const WAYS = 64;

/**
 * Timers by due time, then by sequence. Any timer can be removed.
 *
 * Timers of one delay are due in the order in which they are added, so they form a chain whose first timer alone is in a heap:
 * a program with many timers has few delays.
 *
 * @template {Queued} T
 */
export class TimerQueue {
  /** @type {TimerHeap<T>} */
  #heap = new TimerHeap();
  /**
   * The last timer of the newest chain for some delays: delays that differ by a multiple of the length share a place.
   * @type {(T | undefined)[]}
   */
  #lasts = makeList();

  /** @returns {T | undefined} the timer that is due first */
  get first() {
    return this.#heap.first;
  }

  /** @param {T} timer */
  add(timer) {
    const { delay } = timer;
    if (delay >= 0) {
      const way = delay & (WAYS - 1);
      const last = this.#lasts[way];
      this.#lasts[way] = timer;
      // A clock that was moved back begins a new chain.
      if (last !== undefined && last.delay === delay && last.due <= timer.due) {
        timer.previous = last;
        last.next = timer;
        return;
      }
    }
    this.#heap.add(timer);
  }

  /**
   * Removes a timer. One that is not in the queue is ignored.
   * @param {T} timer
   */
  remove(timer) {
    const previous = /** @type {T | undefined} */ (timer.previous);
    const next = /** @type {T | undefined} */ (timer.next);
    if (timer.delay >= 0) {
      const way = timer.delay & (WAYS - 1);
      if (this.#lasts[way] === timer) this.#lasts[way] = previous;
    }
    if (previous === undefined && next === undefined) {
      this.#heap.remove(timer);
      return;
    }
    if (next !== undefined) next.previous = previous;
    if (previous !== undefined) previous.next = next;
    else this.#heap.replace(timer, /** @type {T} */ (next));
    timer.previous = undefined;
    timer.next = undefined;
  }
}
