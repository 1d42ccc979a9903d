// @ts-check
import * as report from "#deferred/web/events/report.js";
import { isObject } from "../../shared/is-object.js";
import { abortStateOf } from "./abort-state.js";
import { control } from "./event.js";
import { describeInterface, requireArguments } from "../interface.js";
import { Listeners } from "./listeners.js";
import { Boolean, globalObject, TypeError } from "../../shared/primordials.js";

/** @typedef {import("./event.js").Event} Event */
/** @typedef {import("./listeners.js").Callback} Callback */
/** @typedef {{ capture?: unknown, once?: unknown, passive?: unknown, signal?: unknown }} Options */

/**
 * Reports an error of a listener.
 * @param {unknown} error
 */
export const reportLater = (error) => report.reportUncaught(error);

/** @type {(target: EventTarget) => Listeners} */
export let listenersOf;
/** @type {(value: object) => boolean} */
export let isEventTarget;

/** An object at which events can be dispatched. */
export class EventTarget {
  #listeners = new Listeners();

  /**
   * @param {string} type
   * @param {Callback | null} callback
   * @param {Options | boolean} [options]
   */
  addEventListener(type, callback, options = undefined) {
    requireArguments("addEventListener", arguments.length, 2);
    addListener(this.#listeners, `${type}`, callback, options);
  }

  /**
   * @param {string} type
   * @param {Callback | null} callback
   * @param {Options | boolean} [options]
   */
  removeEventListener(type, callback, options = undefined) {
    requireArguments("removeEventListener", arguments.length, 2);
    removeListener(this.#listeners, `${type}`, callback, options);
  }

  /** @param {Event} event */
  dispatchEvent(event) {
    return dispatch(this.#listeners, event, this);
  }

  static {
    listenersOf = (target) => target.#listeners;
    isEventTarget = (value) => #listeners in value;
  }
}

describeInterface(EventTarget);

/** The same three methods for the global object, which is not an instance of the class. */
export const { addEventListener, removeEventListener, dispatchEvent } = {
  /**
   * @param {string} type
   * @param {Callback | null} callback
   * @param {Options | boolean} [options]
   */
  addEventListener(type, callback, options = undefined) {
    requireArguments("addEventListener", arguments.length, 2);
    addListener(report.globalListeners, `${type}`, callback, options);
  },

  /**
   * @param {string} type
   * @param {Callback | null} callback
   * @param {Options | boolean} [options]
   */
  removeEventListener(type, callback, options = undefined) {
    requireArguments("removeEventListener", arguments.length, 2);
    removeListener(report.globalListeners, `${type}`, callback, options);
  },

  /** @param {Event} event */
  dispatchEvent(event) {
    return dispatch(report.globalListeners, event, globalObject);
  },
};

/**
 * @param {Listeners} listeners
 * @param {string} type
 * @param {unknown} callback
 * @param {Options | boolean | undefined} options
 */
function addListener(listeners, type, callback, options) {
  const listener = callbackOf(callback, "addEventListener");
  const { capture, once, passive, signal } = optionsOf(options);
  const state = abortStateOf(signal);
  if (signal !== undefined && state === undefined) throw new TypeError("addEventListener: signal is not an AbortSignal");
  if (state?.aborted || listener === null) return;
  listeners.add(type, { callback: listener, capture, once, passive });
  state?.add(() => listeners.remove(type, listener, capture));
}

/**
 * @param {Listeners} listeners
 * @param {string} type
 * @param {unknown} callback
 * @param {Options | boolean | undefined} options
 */
function removeListener(listeners, type, callback, options) {
  const listener = callbackOf(callback, "removeEventListener");
  const capture = isObject(options) ? Boolean(options.capture) : Boolean(options);
  if (listener !== null) listeners.remove(type, listener, capture);
}

/**
 * @param {Listeners} listeners
 * @param {unknown} event
 * @param {object} target
 */
function dispatch(listeners, event, target) {
  if (!isObject(event) || !control.isEvent(event)) throw new TypeError("dispatchEvent: the argument must be an Event");
  return listeners.dispatch(event, target, false, reportLater);
}

/**
 * The members, in the order in which Web IDL reads them. A listener is passive only if the options say so: the DOM's
 * exceptions concern types of events that do not exist here.
 *
 * @param {Options | boolean | undefined} options
 */
function optionsOf(options) {
  if (!isObject(options)) return { capture: Boolean(options), once: false, passive: false, signal: undefined };
  const { capture, once, passive, signal } = options;
  return { capture: Boolean(capture), once: Boolean(once), passive: Boolean(passive), signal };
}

/**
 * @param {unknown} callback
 * @param {string} method
 * @returns {Callback | null}
 */
function callbackOf(callback, method) {
  if (callback === null || callback === undefined) return null;
  if (isObject(callback)) return /** @type {Callback} */ (callback);
  throw new TypeError(`${method}: the listener must be a function or an object`);
}
