// @ts-check
import * as exceptions from "#deferred/dom-exception.js";
import { control } from "./event.js";
import { apply, Map, mapDelete, mapGet, mapSet, push } from "./primordials.js";

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

/** The listeners of one event target, by event type, in the order in which they were added. */
export class Listeners {
  /** @type {Map<string, Listener[]>} */
  #byType = new Map();
  /** Called after a listener was added or removed. */
  changed = () => {};

  /**
   * Adds a listener, unless the same one is there already.
   * @param {string} type
   * @param {Listener} listener
   */
  add(type, listener) {
    const list = mapGet(this.#byType, type);
    if (list === undefined) mapSet(this.#byType, type, [listener]);
    else if (find(list, listener.callback, listener.capture) === undefined) push(list, listener);
    this.changed();
  }

  /**
   * @param {string} type
   * @param {Callback} callback
   * @param {boolean} capture
   */
  remove(type, callback, capture) {
    const list = mapGet(this.#byType, type);
    const listener = list && find(list, callback, capture);
    if (listener !== undefined) this.#remove(type, listener);
  }

  /** @param {string} type */
  count(type) {
    return mapGet(this.#byType, type)?.length ?? 0;
  }

  /**
   * Gives the event to each listener in turn. What a listener throws is reported and stops nobody.
   *
   * @param {Event} event
   * @param {object} target
   * @param {(error: unknown) => void} report
   * @returns {boolean} false if a listener prevented the default
   */
  dispatch(event, target, report) {
    if (control.isDispatching(event)) {
      throw new exceptions.DOMException("The event is already being dispatched", "InvalidStateError");
    }
    control.begin(event, target);
    const type = control.typeOf(event);
    // A list is replaced when it shrinks and only grows at its end: this one is the list of now.
    const list = (control.isStopped(event) ? undefined : mapGet(this.#byType, type)) ?? [];
    const { length } = list;
    for (let i = 0; i < length; i++) {
      const listener = /** @type {Listener} */ (list[i]);
      if (listener.removed) continue;
      if (listener.once) this.#remove(type, listener);
      invoke(listener, event, target, report);
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
    listener.removed = true;
    const list = mapGet(this.#byType, type) ?? [];
    /** @type {Listener[]} */
    const rest = [];
    for (let i = 0; i < list.length; i++) {
      const other = /** @type {Listener} */ (list[i]);
      if (other !== listener) push(rest, other);
    }
    if (rest.length === 0) mapDelete(this.#byType, type);
    else mapSet(this.#byType, type, rest);
    this.changed();
  }
}

/**
 * @param {Listener} listener
 * @param {Event} event
 * @param {object} target
 * @param {(error: unknown) => void} report
 */
function invoke({ callback, passive }, event, target, report) {
  control.setPassive(event, passive);
  try {
    if (typeof callback === "function") apply(callback, target, [event]);
    else callback.handleEvent(event);
  } catch (error) {
    report(error);
  }
  control.setPassive(event, false);
}

/**
 * @param {Listener[]} list
 * @param {Callback} callback
 * @param {boolean} capture
 */
function find(list, callback, capture) {
  for (let i = 0; i < list.length; i++) {
    const listener = /** @type {Listener} */ (list[i]);
    if (listener.callback === callback && listener.capture === capture) return listener;
  }
  return undefined;
}
