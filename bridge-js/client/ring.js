// @ts-check
// The pending calls: a ring of slots indexed by id, so that a call needs no entry in a hash table.

import { list } from "../shared/lists.js";
import { OpenMap } from "./open-map.js";
import { Queue } from "../shared/queue.js";

/** @typedef {(value: unknown) => void} Settle */

/**
 * Members that only some pending calls need.
 *
 * @typedef {object} Details
 * @property {((progress: unknown) => void) | undefined} onProgress
 * @property {(() => void) | undefined} release removes the listener from the call's signal
 * @property {unknown} trace
 */

/**
 * A call that is still pending when its slot is needed again.
 *
 * @typedef {object} Entry
 * @property {Settle | undefined} resolve
 * @property {Settle | undefined} reject
 * @property {string} method
 * @property {Details | undefined} details
 * @property {number} due
 */

const FIRST = 64;
const LARGEST = 131072;
/** No call has this id. */
const FREE = 0;
/** The deadline of a call that has none. */
const NEVER = Infinity;

export class Ring {
  #mask = -1;
  #live = 0;
  /** @type {number[]} */
  #ids = [];
  /** @type {(Settle | undefined)[]} */
  #resolves = [];
  /** @type {(Settle | undefined)[]} */
  #rejects = [];
  /** @type {string[]} */
  #methods = [];
  /** @type {(Details | undefined)[]} */
  #details = [];
  /** @type {number[]} */
  #dues = [];
  /** @type {OpenMap<number, Entry>} */
  #overflow = new OpenMap();

  // The result of `take`. These fields are registers, so that an answer allocates nothing.

  /** @type {Settle | undefined} */
  resolve;
  /** @type {Settle | undefined} */
  reject;
  method = "";
  /** @type {Details | undefined} */
  details;

  constructor() {
    this.#resize(FIRST);
  }

  get size() {
    return this.#live + this.#overflow.size;
  }

  /**
   * Takes a slot for a call that is about to be sent. Until `keep` it is pending without functions to settle it.
   *
   * @param {number} id
   * @param {string} method
   */
  open(id, method) {
    if (this.#ids[id & this.#mask] !== FREE) this.#makeRoom(id);
    const at = id & this.#mask;
    this.#ids[at] = id;
    this.#methods[at] = method;
    this.#live += 1;
  }

  /**
   * Stores the functions that settle the call.
   *
   * @param {number} id
   * @param {Settle} resolve
   * @param {Settle} reject
   * @returns {boolean} false when the call was taken before
   */
  keep(id, resolve, reject) {
    const at = id & this.#mask;
    if (this.#ids[at] === id) {
      this.#resolves[at] = resolve;
      this.#rejects[at] = reject;
      return true;
    }
    const entry = this.#overflow.get(id);
    if (entry === undefined) return false;
    entry.resolve = resolve;
    entry.reject = reject;
    return true;
  }

  /**
   * @param {number} id
   * @param {Details} details
   */
  describe(id, details) {
    const at = id & this.#mask;
    if (this.#ids[at] === id) {
      this.#details[at] = details;
      return;
    }
    const entry = this.#overflow.get(id);
    if (entry !== undefined) entry.details = details;
  }

  /**
   * @param {number} id
   * @returns {Details | undefined}
   */
  detailsOf(id) {
    const at = id & this.#mask;
    if (this.#ids[at] === id) return this.#details[at];
    return this.#overflow.get(id)?.details;
  }

  /**
   * @param {number} id a pending call
   * @returns {string}
   */
  methodOf(id) {
    const at = id & this.#mask;
    return this.#ids[at] === id ? this.#methods[at] : (this.#overflow.get(id)?.method ?? "");
  }

  /**
   * @param {number} id
   * @param {number} due the deadline of the call; none when left out
   */
  expire(id, due) {
    const at = id & this.#mask;
    if (this.#ids[at] === id) {
      this.#dues[at] = due;
      return;
    }
    const entry = this.#overflow.get(id);
    if (entry !== undefined) entry.due = due;
  }

  /**
   * The pending calls whose deadline has passed, in no order.
   *
   * @param {number} now
   * @returns {Queue<number>}
   */
  expired(now) {
    /** @type {Queue<number>} */
    const ids = new Queue();
    this.#eachDue((due, id) => {
      if (due <= now) ids.add(id);
    });
    return ids;
  }

  /** The earliest deadline of the pending calls. */
  get firstDue() {
    let first = NEVER;
    this.#eachDue((due) => {
      if (due < first) first = due;
    });
    return first;
  }

  /**
   * Moves a call from the ring to the registers: it is not pending any more.
   *
   * @param {number} id
   * @returns {boolean} false when no such call is pending
   */
  take(id) {
    const at = id & this.#mask;
    if (this.#ids[at] !== id || id === FREE) return this.#takeOverflow(id);
    this.resolve = this.#resolves[at];
    this.reject = this.#rejects[at];
    this.method = this.#methods[at];
    this.details = this.#details[at];
    this.#clear(at);
    return true;
  }

  /**
   * The ids of all pending calls, in no order.
   *
   * @returns {number[]}
   */
  ids() {
    const ids = /** @type {number[]} */ (list(this.size));
    let count = 0;
    for (let at = 0; at <= this.#mask; at += 1) {
      if (this.#ids[at] !== FREE) ids[count++] = this.#ids[at];
    }
    this.#overflow.forEach((/** @type {Entry} */ _, /** @type {number} */ id) => void (ids[count++] = id));
    return ids;
  }

  /** @param {(due: number, id: number) => void} look */
  #eachDue(look) {
    for (let at = 0; at <= this.#mask; at += 1) if (this.#ids[at] !== FREE) look(this.#dues[at], this.#ids[at]);
    this.#overflow.forEach((/** @type {Entry} */ { due }, /** @type {number} */ id) => look(due, id));
  }

  /** @param {number} at */
  #clear(at) {
    this.#ids[at] = FREE;
    this.#resolves[at] = undefined;
    this.#rejects[at] = undefined;
    this.#details[at] = undefined;
    this.#dues[at] = NEVER;
    this.#live -= 1;
  }

  /** @param {number} id */
  #takeOverflow(id) {
    const entry = this.#overflow.get(id);
    if (entry === undefined) return false;
    this.#overflow.delete(id);
    this.resolve = entry.resolve;
    this.reject = entry.reject;
    this.method = entry.method;
    this.details = entry.details;
    return true;
  }

  /**
   * Frees the slot for a new id: the ring grows if most slots are in use, else the old call is moved aside.
   *
   * @param {number} id
   */
  #makeRoom(id) {
    const capacity = this.#mask + 1;
    if (this.#live * 2 > capacity && capacity < LARGEST) this.#resize(capacity * 2);
    const at = id & this.#mask;
    if (this.#ids[at] === FREE) return;
    this.#overflow.set(this.#ids[at], {
      resolve: this.#resolves[at],
      reject: this.#rejects[at],
      method: this.#methods[at],
      details: this.#details[at],
      due: this.#dues[at],
    });
    this.#clear(at);
  }

  /** @param {number} capacity */
  #resize(capacity) {
    const ids = this.#ids;
    const resolves = this.#resolves;
    const rejects = this.#rejects;
    const methods = this.#methods;
    const details = this.#details;
    const dues = this.#dues;
    this.#ids = /** @type {number[]} */ (list(capacity, FREE));
    this.#resolves = /** @type {(Settle | undefined)[]} */ (list(capacity));
    this.#rejects = /** @type {(Settle | undefined)[]} */ (list(capacity));
    this.#methods = /** @type {string[]} */ (list(capacity, ""));
    this.#details = /** @type {(Details | undefined)[]} */ (list(capacity));
    this.#dues = /** @type {number[]} */ (list(capacity, NEVER));
    this.#mask = capacity - 1;
    // Ids with different slots in the smaller ring have different slots in the larger one.
    for (let from = 0; from < ids.length; from += 1) {
      const id = ids[from];
      if (id === FREE) continue;
      const at = id & this.#mask;
      this.#ids[at] = id;
      this.#resolves[at] = resolves[from];
      this.#rejects[at] = rejects[from];
      this.#methods[at] = methods[from];
      this.#details[at] = details[from];
      this.#dues[at] = dues[from];
    }
  }
}
