// @ts-check
import { defineAccessor } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { apply, getOwnPropertyDescriptor } from "../../shared/primordials.js";
import { control } from "./event.js";

/** @typedef {import("./event.js").Event} Event */
/** @typedef {import("./listeners.js").Listeners} Listeners */

/** A handler property such as `onabort`: one listener, which keeps the position of its first assignment. */
export class EventHandler {
  /** @type {object | null} */
  #handler = null;
  #type;
  #listeners;
  #call;

  /**
   * @param {string} type
   * @param {Listeners} listeners
   * @param {(handler: Function, event: Event) => void} [call] calls the handler
   */
  constructor(type, listeners, call = callHandler) {
    this.#type = type;
    this.#listeners = listeners;
    this.#call = call;
  }

  /** @type {(event: Event) => void} */
  #listener = (event) => {
    if (typeof this.#handler === "function") this.#call(this.#handler, event);
  };

  get value() {
    return this.#handler;
  }

  /** @param {unknown} value anything but an object removes the handler; one that is no function is kept and does nothing */
  set value(value) {
    const handler = isObject(value) ? value : null;
    if (handler === null) this.#listeners.remove(this.#type, this.#listener, false);
    else if (this.#handler === null) {
      const options = { capture: false, once: false, passive: false };
      this.#listeners.add(this.#type, { callback: this.#listener, ...options });
    }
    this.#handler = handler;
  }
}

/**
 * Adds properties such as `onmessage` to a class.
 *
 * @param {Function} type
 * @param {(object: unknown) => { [name: string]: * }} stateOf the handlers by their names; throws for an object of another class
 * @param {string[]} names
 */
export function defineHandlers(type, stateOf, names) {
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    const described = {
      /** @returns {unknown} */
      get [name]() {
        return stateOf(this)[name].value;
      },
      /** @param {unknown} handler */
      set [name](handler) {
        stateOf(this)[name].value = handler;
      },
    };
    const { get, set } = /** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor(described, name));
    defineAccessor(type.prototype, name, /** @type {() => unknown} */ (get), set);
  }
}

/**
 * Calls a handler as HTML requires: a result of false prevents the default.
 * @param {Function} handler
 * @param {Event} event
 */
function callHandler(handler, event) {
  if (apply(handler, control.targetOf(event), [event]) === false) control.cancel(event);
}
