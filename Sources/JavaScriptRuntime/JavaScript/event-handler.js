// @ts-check
import { apply } from "./primordials.js";

/** @typedef {import("./event.js").Event} Event */
/** @typedef {import("./listeners.js").Listeners} Listeners */

/** A handler property such as `onabort`: one listener, whose place in the order is that of its first setting. */
export class EventHandler {
  /** @type {Function | null} */
  #handler = null;
  #type;
  #listeners;
  #call;

  /**
   * @param {string} type
   * @param {Listeners} listeners
   * @param {(handler: Function, event: Event) => void} [call] how the handler is called
   */
  constructor(type, listeners, call = callHandler) {
    this.#type = type;
    this.#listeners = listeners;
    this.#call = call;
  }

  /** @type {(event: Event) => void} */
  #listener = (event) => {
    if (this.#handler !== null) this.#call(this.#handler, event);
  };

  get value() {
    return this.#handler;
  }

  /** @param {unknown} value anything but a function removes the handler */
  set value(value) {
    const handler = typeof value === "function" ? value : null;
    if (handler === null) this.#listeners.remove(this.#type, this.#listener, false);
    else if (this.#handler === null) {
      const options = { capture: false, once: false, passive: false, removed: false };
      this.#listeners.add(this.#type, { callback: this.#listener, ...options });
    }
    this.#handler = handler;
  }
}

/**
 * Calls a handler as HTML does: returning false prevents the default.
 * @param {Function} handler
 * @param {Event} event
 */
function callHandler(handler, event) {
  if (apply(handler, event.currentTarget, [event]) === false) event.preventDefault();
}
