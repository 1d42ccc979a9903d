// @ts-check
import * as report from "#deferred/report.js";
import { abortStateOf } from "./abort-state.js";
import { control } from "./event.js";
import { describeInterface } from "./interface.js";
import { Listeners } from "./listeners.js";
import { Boolean, globalObject, String, TypeError } from "./primordials.js";

/** @typedef {import("./event.js").Event} Event */
/** @typedef {import("./listeners.js").Callback} Callback */
/** @typedef {{ capture?: unknown, once?: unknown, passive?: unknown, signal?: unknown }} Options */

/**
 * Gives an error of a listener to whoever hears of those.
 * @param {unknown} error
 */
export const reportLater = (error) => report.reportUncaught(error);

/** @type {(target: EventTarget) => Listeners} */
export let listenersOf;
/** @type {(value: object) => boolean} */
export let isEventTarget;

/** Something that events can be dispatched at. */
export class EventTarget {
  #listeners = new Listeners();

  /**
   * @param {string} type
   * @param {Callback | null} callback
   * @param {Options | boolean} [options]
   */
  addEventListener(type, callback, options) {
    addListener(this.#listeners, String(type), callback, options);
  }

  /**
   * @param {string} type
   * @param {Callback | null} callback
   * @param {Options | boolean} [options]
   */
  removeEventListener(type, callback, options) {
    if (isCallback(callback)) this.#listeners.remove(String(type), callback, isCapture(options));
  }

  /** @param {Event} event */
  dispatchEvent(event) {
    return this.#listeners.dispatch(checkEvent(event), this, reportLater);
  }

  static {
    listenersOf = (target) => target.#listeners;
    isEventTarget = (value) => #listeners in value;
  }
}

describeInterface(EventTarget);

/** The same three methods for the global object, which is no instance of the class. */
export const { addEventListener, removeEventListener, dispatchEvent } = {
  /**
   * @param {string} type
   * @param {Callback | null} callback
   * @param {Options | boolean} [options]
   */
  addEventListener(type, callback, options) {
    addListener(report.globalListeners, String(type), callback, options);
  },

  /**
   * @param {string} type
   * @param {Callback | null} callback
   * @param {Options | boolean} [options]
   */
  removeEventListener(type, callback, options) {
    if (isCallback(callback)) report.globalListeners.remove(String(type), callback, isCapture(options));
  },

  /** @param {Event} event */
  dispatchEvent(event) {
    return report.globalListeners.dispatch(checkEvent(event), globalObject, reportLater);
  },
};

/**
 * @param {Listeners} listeners
 * @param {string} type
 * @param {unknown} callback
 * @param {Options | boolean | undefined} options
 */
function addListener(listeners, type, callback, options) {
  const chosen = typeof options === "object" && options !== null ? options : {};
  const { once, passive, signal } = chosen;
  const state = abortStateOf(signal);
  if (signal !== undefined && state === undefined) throw new TypeError("addEventListener: signal is not an AbortSignal");
  if (callback === null || callback === undefined) return;
  if (!isCallback(callback)) throw new TypeError("addEventListener: the listener must be a function or an object");
  if (state?.aborted) return;
  const capture = isCapture(options);
  listeners.add(type, { callback, capture, once: Boolean(once), passive: Boolean(passive), removed: false });
  state?.add(() => listeners.remove(type, callback, capture));
}

/**
 * @param {unknown} event
 * @returns {Event}
 */
function checkEvent(event) {
  if (typeof event === "object" && event !== null && control.isEvent(event)) return event;
  throw new TypeError("dispatchEvent: the argument must be an Event");
}

/** @param {Options | boolean | undefined} options */
function isCapture(options) {
  return typeof options === "object" && options !== null ? Boolean(options.capture) : Boolean(options);
}

/**
 * @param {unknown} callback
 * @returns {callback is Callback}
 */
function isCallback(callback) {
  return typeof callback === "function" || (typeof callback === "object" && callback !== null);
}
