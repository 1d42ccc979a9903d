// @ts-check
import * as report from "#deferred/web/events/report.js";
import { makeList } from "../../shared/lists.js";
import { apply, freeze, Set, setAdd, setClear, setDelete, setForEach, setHas, TypeError } from "../../shared/primordials.js";
import { DOMException } from "../errors/dom-exception.js";
import { describeInterface, dictionary, internal, requireArguments, requireInternal } from "../interface.js";
import { toArray } from "../sequence.js";
import { Buffer, bufferOf, observers, scheduleNotifications, select } from "./timeline.js";

/** @typedef {import("./timeline.js").Observer} Observer */
/** @typedef {{ entryTypes?: unknown, type?: unknown, buffered?: unknown }} ObserverInit */

/** The entries for one call of an observer. */
export class PerformanceObserverEntryList {
  #buffers;

  /**
   * @param {unknown} [caller]
   * @param {Buffer} [buffer]
   */
  constructor(caller = undefined, buffer = undefined) {
    requireInternal(caller);
    this.#buffers = [/** @type {Buffer} */ (buffer)];
  }

  getEntries() {
    return select(this.#buffers);
  }

  /** @param {string} type */
  getEntriesByType(type) {
    void this.#buffers; // Throws for an object of another class.
    requireArguments("PerformanceObserverEntryList.getEntriesByType", arguments.length, 1);
    return select(this.#buffers, undefined, `${type}`);
  }

  /**
   * @param {string} name
   * @param {string} [type]
   */
  getEntriesByName(name, type = undefined) {
    void this.#buffers;
    requireArguments("PerformanceObserverEntryList.getEntriesByName", arguments.length, 1);
    return select(this.#buffers, `${name}`, type === undefined ? undefined : `${type}`);
  }
}

const supportedEntryTypes = freeze(["mark", "measure"]);

/** Receives the new entries of some types, after the current job of the event loop. */
export class PerformanceObserver {
  #callback;
  #buffer = new Buffer();
  /** The types to observe. @type {Set<string>} */
  #types = new Set();
  /** Whether the types are given one by one or as a list; an observer keeps to one of these. */
  #form = /** @type {"one" | "list" | undefined} */ (undefined);
  /** Whether the next call gets the number of entries that were dropped before. */
  #isFirst = false;
  /** @type {Observer} */
  #observer = {
    receives: (type) => setHas(this.#types, type),
    add: (entry) => this.#buffer.add(entry),
    notify: () => this.#notify(),
  };

  /** @param {(entries: PerformanceObserverEntryList, observer: PerformanceObserver, options: object) => void} callback */
  constructor(callback) {
    requireArguments("PerformanceObserver", arguments.length, 1);
    if (typeof callback !== "function") throw new TypeError(`PerformanceObserver: the callback must be a function, not ${typeof callback}`);
    this.#callback = callback;
  }

  /** The types of entries that there are. */
  static get supportedEntryTypes() {
    return supportedEntryTypes;
  }

  /** @param {ObserverInit} [options] */
  observe(options = undefined) {
    void this.#form; // Throws for an object of another class.
    const { buffered, entryTypes, type } = dictionary(options, "PerformanceObserver.observe");
    if (entryTypes === undefined && type === undefined) throw new TypeError("PerformanceObserver.observe: entryTypes or type is required");
    if (entryTypes === undefined) this.#observeType(`${type}`, !!buffered);
    else {
      const types = toArray(entryTypes, "PerformanceObserver.observe");
      if (type !== undefined || buffered !== undefined) {
        throw new TypeError("PerformanceObserver.observe: entryTypes cannot be combined with type or buffered");
      }
      this.#observeTypes(types);
    }
  }

  /** @param {unknown[]} types */
  #observeTypes(types) {
    this.#setForm("list");
    /** @type {string[]} */
    const known = makeList();
    for (let i = 0; i < types.length; i++) {
      const type = `${types[i]}`;
      if (bufferOf(type) !== undefined) known[known.length] = type;
    }
    if (known.length === 0) return;
    setClear(this.#types);
    for (let i = 0; i < known.length; i++) setAdd(this.#types, /** @type {string} */ (known[i]));
    setAdd(observers, this.#observer);
  }

  /**
   * @param {string} type
   * @param {boolean} withEarlier
   */
  #observeType(type, withEarlier) {
    this.#setForm("one");
    const earlier = bufferOf(type);
    if (earlier === undefined) return;
    setAdd(this.#types, type);
    setAdd(observers, this.#observer);
    if (!withEarlier) return;
    earlier.forEach((entry) => this.#buffer.add(entry));
    scheduleNotifications();
  }

  /** @param {"one" | "list"} form */
  #setForm(form) {
    if (this.#form !== undefined && this.#form !== form) {
      throw new DOMException("An observer cannot switch between type and entryTypes", "InvalidModificationError");
    }
    this.#form = form;
    this.#isFirst = true;
  }

  disconnect() {
    void this.#form;
    setDelete(observers, this.#observer);
    setClear(this.#types);
    this.#buffer = new Buffer();
  }

  /** The entries that the callback has not received yet; it will not receive them. */
  takeRecords() {
    const buffer = this.#buffer;
    this.#buffer = new Buffer();
    return select([buffer]);
  }

  #notify() {
    if (this.#buffer.isEmpty) return;
    const buffer = this.#buffer;
    this.#buffer = new Buffer();
    let droppedEntriesCount = 0;
    setForEach(this.#types, (type) => {
      droppedEntriesCount += bufferOf(type)?.dropped ?? 0;
    });
    const options = this.#isFirst ? { droppedEntriesCount } : {};
    this.#isFirst = false;
    try {
      apply(this.#callback, this, [new PerformanceObserverEntryList(internal, buffer), this, options]);
    } catch (error) {
      report.reportUncaught(error);
    }
  }
}

describeInterface(PerformanceObserverEntryList);
describeInterface(PerformanceObserver);
