// @ts-check
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import { control } from "./event.js";
import { apply, makeList, Map, mapDelete, mapGet, mapSet } from "../../shared/primordials.js";

/** @typedef {import("./event.js").Event} Event */
/** @typedef {((event: Event) => unknown) | { handleEvent(event: Event): unknown }} Callback */

/**
 * @typedef {object} Listener
 * @property {Callback} callback
 * @property {boolean} capture told apart by it, as the DOM does, though there is no tree to capture in
 * @property {boolean} once
 * @property {boolean} passive
 * @property {boolean} removed
 */

const nobody = () => {};

/** The listeners of one type of event, in the order in which they were added. */
class List {
  /**
   * Those that were removed stay until they are half of all; then another list takes the place of this one.
   * @type {Listener[]}
   */
  all = makeList();
  #removed = 0;
  /** @type {Map<Callback, Listener>} */
  #bubbling = new Map();
  /** @type {Map<Callback, Listener>} */
  #capturing = new Map();

  get count() {
    return this.all.length - this.#removed;
  }

  /**
   * @param {Callback} callback
   * @param {boolean} capture
   */
  find(callback, capture) {
    return mapGet(capture ? this.#capturing : this.#bubbling, callback);
  }

  /** @param {Listener} listener */
  add(listener) {
    this.all[this.all.length] = listener;
    mapSet(listener.capture ? this.#capturing : this.#bubbling, listener.callback, listener);
  }

  /** @param {Listener} listener */
  remove(listener) {
    listener.removed = true;
    mapDelete(listener.capture ? this.#capturing : this.#bubbling, listener.callback);
    listener.callback = nobody; // What it held may be collected now.
    this.#removed += 1;
    if (2 * this.#removed <= this.all.length) return;
    const all = this.all;
    this.all = makeList();
    this.#removed = 0;
    for (let i = 0; i < all.length; i++) {
      const other = /** @type {Listener} */ (all[i]);
      if (!other.removed) this.all[this.all.length] = other;
    }
  }
}

/** The listeners of one event target, by event type. */
export class Listeners {
  /** @type {Map<string, List>} */
  #byType = new Map();
  /** Called after a listener was added or removed. */
  changed = () => {};

  /**
   * Adds a listener, unless the same one is there already.
   * @param {string} type
   * @param {Listener} listener
   */
  add(type, listener) {
    let list = mapGet(this.#byType, type);
    if (list === undefined) mapSet(this.#byType, type, (list = new List()));
    if (list.find(listener.callback, listener.capture) === undefined) list.add(listener);
    this.changed();
  }

  /**
   * @param {string} type
   * @param {Callback} callback
   * @param {boolean} capture
   */
  remove(type, callback, capture) {
    const listener = mapGet(this.#byType, type)?.find(callback, capture);
    if (listener !== undefined) this.#remove(type, listener);
  }

  /** @param {string} type */
  count(type) {
    return mapGet(this.#byType, type)?.count ?? 0;
  }

  /**
   * Gives the event to each listener in turn. What a listener throws is reported and stops nobody.
   *
   * @param {Event} event
   * @param {object} target
   * @param {boolean} isTrusted whether the runtime dispatches it
   * @param {(error: unknown) => void} report
   * @returns {boolean} false if a listener prevented the default
   */
  dispatch(event, target, isTrusted, report) {
    if (control.isDispatching(event)) {
      throw new exceptions.DOMException("The event is already being dispatched", "InvalidStateError");
    }
    control.setTrusted(event, isTrusted);
    control.begin(event, target);
    const type = control.typeOf(event);
    // It is replaced when it shrinks and only grows at its end: this one is the list of now.
    const list = control.isStopped(event) ? undefined : mapGet(this.#byType, type)?.all;
    const length = list?.length ?? 0;
    for (let i = 0; i < length; i++) {
      const listener = /** @type {Listener} */ (list?.[i]);
      if (listener.removed) continue;
      const { callback, passive } = listener;
      if (listener.once) this.#remove(type, listener);
      invoke(callback, passive, event, target, report);
      if (control.isStoppedAtOnce(event)) break;
    }
    control.end(event);
    return !control.isCanceled(event);
  }

  /**
   * @param {string} type
   * @param {Listener} listener
   */
  #remove(type, listener) {
    const list = /** @type {List} */ (mapGet(this.#byType, type));
    list.remove(listener);
    if (list.count === 0) mapDelete(this.#byType, type);
    this.changed();
  }
}

/**
 * @param {Callback} callback
 * @param {boolean} passive
 * @param {Event} event
 * @param {object} target
 * @param {(error: unknown) => void} report
 */
function invoke(callback, passive, event, target, report) {
  control.setPassive(event, passive);
  try {
    if (typeof callback === "function") apply(callback, target, [event]);
    else callback.handleEvent(event);
  } catch (error) {
    report(error);
  }
  control.setPassive(event, false);
}
