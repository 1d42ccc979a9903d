// @ts-check
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import { control } from "./event.js";
import { ListenerList } from "../../shared/listener-list.js";
import { apply, Map, mapDelete, mapGet, mapSet } from "../../shared/primordials.js";

/** @typedef {import("./event.js").Event} Event */
/** @typedef {((event: Event) => unknown) | { handleEvent(event: Event): unknown }} Callback */

/**
 * @typedef {object} Listener
 * @property {Callback} callback
 * @property {boolean} capture listeners with the same callback differ by it, as in the DOM, though no event is captured here
 * @property {boolean} once
 * @property {boolean} passive
 */

/** @typedef {import("../../shared/listener-list.js").Entry<Listener>} Entry */

/** The listeners of one type of event, in the order in which they were added. */
class List {
  /** @type {ListenerList<Listener>} */
  all = new ListenerList();
  /** @type {Map<Callback, Entry>} */
  #bubbling = new Map();
  /** @type {Map<Callback, Entry>} */
  #capturing = new Map();

  /** @param {Listener} listener */
  add(listener) {
    const entries = listener.capture ? this.#capturing : this.#bubbling;
    if (mapGet(entries, listener.callback) === undefined) mapSet(entries, listener.callback, this.all.add(listener));
  }

  /**
   * @param {Callback} callback
   * @param {boolean} capture
   * @returns {boolean} whether there was such a listener
   */
  remove(callback, capture) {
    const entries = capture ? this.#capturing : this.#bubbling;
    const entry = mapGet(entries, callback);
    if (entry === undefined) return false;
    mapDelete(entries, callback);
    return this.all.remove(entry);
  }
}

/** The listeners of one event target, by event type. */
export class Listeners {
  /** @type {Map<string, List>} */
  #byType = new Map();
  /** Called after a listener was added or removed. */
  changed = () => {};

  /**
   * Adds a listener, unless the same one was added before.
   * @param {string} type
   * @param {Listener} listener
   */
  add(type, listener) {
    let list = mapGet(this.#byType, type);
    if (list === undefined) mapSet(this.#byType, type, (list = new List()));
    list.add(listener);
    this.changed();
  }

  /**
   * @param {string} type
   * @param {Callback} callback
   * @param {boolean} capture
   */
  remove(type, callback, capture) {
    const list = mapGet(this.#byType, type);
    if (list === undefined || !list.remove(callback, capture)) return;
    if (list.all.size === 0) mapDelete(this.#byType, type);
    this.changed();
  }

  /** @param {string} type */
  count(type) {
    return mapGet(this.#byType, type)?.all.size ?? 0;
  }

  /**
   * Passes the event to each listener in turn. An error of a listener is reported; the other listeners still run.
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
    const list = control.isStopped(event) ? undefined : mapGet(this.#byType, type);
    list?.all.each(({ callback, capture, once, passive }) => {
      if (once) this.remove(type, callback, capture);
      invoke(callback, passive, event, target, report);
      return control.isStoppedAtOnce(event);
    });
    control.end(event);
    return !control.isCanceled(event);
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
