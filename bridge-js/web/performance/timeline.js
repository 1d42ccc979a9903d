// @ts-check
// The entries that are kept, and the observers of new ones.

import * as timers from "#deferred/web/timers/timers.js";
import { append, makeList } from "../../shared/lists.js";
import { Set, setForEach, sort } from "../../shared/primordials.js";
import { membersOf } from "./entries.js";

/** @typedef {import("./entries.js").EntryType} EntryType */
/** @typedef {import("./entries.js").PerformanceEntry} PerformanceEntry */

/**
 * The number of entries that a buffer keeps. Later ones are counted as dropped, as the standard has it for a full buffer: the
 * memory of a program that marks and never clears is bounded.
 */
const capacity = 10_000;

/** Entries in the order of their arrival. */
export class Buffer {
  /** @type {PerformanceEntry[]} */
  #entries = makeList();
  /** The number of entries that found the buffer full. */
  dropped = 0;

  /** @param {PerformanceEntry} entry */
  add(entry) {
    if (this.#entries.length < capacity) this.#entries[this.#entries.length] = entry;
    else this.dropped += 1;
  }

  get isEmpty() {
    return this.#entries.length === 0;
  }

  /** @param {string} [name] without it, all entries are removed */
  clear(name = undefined) {
    const before = this.#entries;
    this.#entries = makeList();
    if (name === undefined) return;
    for (let i = 0; i < before.length; i++) {
      const entry = /** @type {PerformanceEntry} */ (before[i]);
      if (membersOf(entry).name !== name) this.#entries[this.#entries.length] = entry;
    }
  }

  /**
   * The newest entry of a name.
   * @param {string} name
   */
  newest(name) {
    for (let i = this.#entries.length - 1; i >= 0; i--) {
      const entry = /** @type {PerformanceEntry} */ (this.#entries[i]);
      if (membersOf(entry).name === name) return entry;
    }
    return undefined;
  }

  /** @param {(entry: PerformanceEntry) => void} visit */
  forEach(visit) {
    for (let i = 0; i < this.#entries.length; i++) visit(/** @type {PerformanceEntry} */ (this.#entries[i]));
  }
}

/** The buffer of each type of entry. */
export const buffers = /** @type {{ mark: Buffer, measure: Buffer }} */ (
  /** @type {unknown} */ ({ __proto__: null, mark: new Buffer(), measure: new Buffer() })
);

/**
 * The buffer of a type; `undefined` for a type that there is not.
 * @param {string} type
 */
export function bufferOf(type) {
  return /** @type {{ [type: string]: Buffer | undefined }} */ (/** @type {unknown} */ (buffers))[type];
}

/**
 * The entries of some buffers by their start, those of one start in the order of the buffers.
 *
 * @param {Buffer[]} sources
 * @param {string} [name]
 * @param {string} [type]
 */
export function select(sources, name = undefined, type = undefined) {
  /** @type {PerformanceEntry[]} */
  const selected = [];
  for (let i = 0; i < sources.length; i++) {
    /** @type {Buffer} */ (sources[i]).forEach((entry) => {
      const members = membersOf(entry);
      if ((name === undefined || members.name === name) && (type === undefined || members.type === type)) append(selected, entry);
    });
  }
  sort(selected, (/** @type {PerformanceEntry} */ one, /** @type {PerformanceEntry} */ other) => membersOf(one).start - membersOf(other).start);
  return selected;
}

/** @typedef {{ receives: (type: EntryType) => boolean, add: (entry: PerformanceEntry) => void, notify: () => void }} Observer */

/** The observers, in the order in which they began. @type {Set<Observer>} */
export const observers = new Set();

let isScheduled = false;

/** Notifies the observers that have entries, after the current job of the event loop. */
export function scheduleNotifications() {
  if (isScheduled) return;
  isScheduled = true;
  timers.setTimeout(() => {
    isScheduled = false;
    /** @type {Observer[]} */
    const current = makeList();
    setForEach(observers, (observer) => {
      current[current.length] = observer;
    });
    for (let i = 0; i < current.length; i++) /** @type {Observer} */ (current[i]).notify();
  }, 0);
}

/**
 * Gives a new entry to the buffer of its type and to the observers.
 * @param {PerformanceEntry} entry
 */
export function publish(entry) {
  const { type } = membersOf(entry);
  buffers[type].add(entry);
  setForEach(observers, (observer) => {
    if (!observer.receives(type)) return;
    observer.add(entry);
    scheduleNotifications();
  });
}
