// @ts-check
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { host } from "../host.js";
import { defineInspection, describeInterface, dictionary, requireArguments } from "../interface.js";
import { Boolean, defineProperty, getOwnPropertyDescriptor, TypeError } from "../../shared/primordials.js";

/**
 * The functions that only the dispatcher may call with an event. No event leads to them.
 * @typedef {object} Control
 * @property {(event: Event, target: object) => void} begin
 * @property {(event: Event) => void} end
 * @property {(event: Event) => string} typeOf
 * @property {(event: Event) => boolean} isDispatching
 * @property {(event: Event) => boolean} isCanceled
 * @property {(event: Event) => boolean} isStopped whether no further target may see the event
 * @property {(event: Event) => boolean} isStoppedAtOnce whether no further listener may see the event
 * @property {(event: Event) => object | null} targetOf
 * @property {(event: Event) => void} cancel as `preventDefault` does
 * @property {(event: Event, type: string, bubbles: boolean, cancelable: boolean) => boolean} initialize
 * @property {(event: Event, passive: boolean) => void} setPassive
 * @property {<E extends Event>(event: E, trusted: boolean) => E} setTrusted sets whether the runtime dispatches the event
 * @property {(value: object) => value is Event} isEvent
 */

/** @type {Control} */
export let control;

/** @typedef {{ bubbles?: unknown, cancelable?: unknown, composed?: unknown }} EventInit */

/** An event for listeners. There is no DOM tree: each event reaches only the listeners of its target. */
export class Event {
  /** @type {string} */
  #type;
  #bubbles;
  #cancelable;
  #composed;
  #timeStamp = host.now();
  /** @type {object | null} */
  #target = null;
  #dispatching = false;
  #passive = false;
  #canceled = false;
  #stopped = false;
  #stoppedAtOnce = false;
  #trusted = false;

  /**
   * @param {string} type
   * @param {EventInit} [init]
   */
  constructor(type, init = undefined) {
    requireArguments("Event", arguments.length, 1);
    this.#type = `${type}`;
    const { bubbles, cancelable, composed } = dictionary(init, "Event");
    this.#bubbles = Boolean(bubbles);
    this.#cancelable = Boolean(cancelable);
    this.#composed = Boolean(composed);
    defineProperty(this, "isTrusted", isTrusted);
  }

  get type() {
    return this.#type;
  }

  get target() {
    return this.#target;
  }

  get srcElement() {
    return this.#target;
  }

  get currentTarget() {
    return this.#dispatching ? this.#target : null;
  }

  get eventPhase() {
    return this.#dispatching ? 2 : 0;
  }

  get bubbles() {
    return this.#bubbles;
  }

  get cancelable() {
    return this.#cancelable;
  }

  get composed() {
    return this.#composed;
  }

  get defaultPrevented() {
    return this.#canceled;
  }

  get timeStamp() {
    return this.#timeStamp;
  }

  get returnValue() {
    return !this.#canceled;
  }

  set returnValue(value) {
    if (!this.#canceled && !value) this.#cancel();
  }

  get cancelBubble() {
    return this.#stopped;
  }

  set cancelBubble(value) {
    this.#stopped = Boolean(value) || this.#stopped;
  }

  composedPath() {
    return this.#dispatching ? [this.#target] : [];
  }

  preventDefault() {
    this.#cancel();
  }

  stopPropagation() {
    this.#stopped = true;
  }

  stopImmediatePropagation() {
    this.#stopped = true;
    this.#stoppedAtOnce = true;
  }

  /**
   * Initializes an existing event as a constructor does. Has no effect while the event is being dispatched.
   *
   * @param {string} type
   * @param {unknown} [bubbles]
   * @param {unknown} [cancelable]
   */
  initEvent(type, bubbles = false, cancelable = false) {
    requireArguments("Event.initEvent", arguments.length, 1);
    this.#initialize(`${type}`, Boolean(bubbles), Boolean(cancelable));
  }

  /**
   * @param {string} type
   * @param {boolean} bubbles
   * @param {boolean} cancelable
   * @returns {boolean} whether the event was changed
   */
  #initialize(type, bubbles, cancelable) {
    if (this.#dispatching) return false;
    this.#stopped = false;
    this.#stoppedAtOnce = false;
    this.#canceled = false;
    this.#trusted = false;
    this.#target = null;
    this.#type = type;
    this.#bubbles = bubbles;
    this.#cancelable = cancelable;
    return true;
  }

  #cancel() {
    if (this.#cancelable && !this.#passive) this.#canceled = true;
  }

  /** The attribute that is an own property of each event, so that no prototype can forge it. */
  get isTrusted() {
    return this.#trusted;
  }

  static {
    control = {
      begin(event, target) {
        event.#target = target;
        event.#dispatching = true;
      },
      end(event) {
        event.#dispatching = false;
        event.#stopped = false;
        event.#stoppedAtOnce = false;
      },
      typeOf: (event) => event.#type,
      isDispatching: (event) => event.#dispatching,
      isCanceled: (event) => event.#canceled,
      isStopped: (event) => event.#stopped,
      isStoppedAtOnce: (event) => event.#stoppedAtOnce,
      targetOf: (event) => event.#target,
      cancel: (event) => event.#cancel(),
      initialize: (event, type, bubbles, cancelable) => event.#initialize(type, bubbles, cancelable),
      setPassive(event, passive) {
        event.#passive = passive;
      },
      setTrusted(event, trusted) {
        event.#trusted = trusted;
        return event;
      },
      isEvent: /** @type {(value: object) => value is Event} */ ((value) => #type in value),
    };
  }
}

/** `isTrusted` as it is defined on each event, with the same getter on all of them. */
const isTrusted = nullPrototype({
  get: getOwnPropertyDescriptor(Event.prototype, "isTrusted")?.get,
  set: undefined,
  enumerable: true,
  configurable: false,
});
delete /** @type {{ isTrusted?: boolean }} */ (Event.prototype).isTrusted;

/** An event with a payload. */
export class CustomEvent extends Event {
  #detail;

  /**
   * @param {string} type
   * @param {EventInit & { detail?: unknown }} [init]
   */
  constructor(type, init = undefined) {
    requireArguments("CustomEvent", arguments.length, 1);
    super(type, init);
    this.#detail = dictionary(init, "CustomEvent").detail ?? null;
  }

  get detail() {
    return this.#detail;
  }

  /**
   * @param {string} type
   * @param {unknown} [bubbles]
   * @param {unknown} [cancelable]
   * @param {*} [detail]
   */
  initCustomEvent(type, bubbles = false, cancelable = false, detail = null) {
    requireArguments("CustomEvent.initCustomEvent", arguments.length, 1);
    void this.#detail; // Throws for an event of another class.
    if (control.initialize(this, `${type}`, Boolean(bubbles), Boolean(cancelable))) this.#detail = detail;
  }
}

/**
 * The arguments of `onerror`: message, file, line, column and error; for an event of another class, the event.
 * @type {(event: Event) => unknown[]}
 */
export let argumentsOf;

/** An error that was not caught. */
export class ErrorEvent extends Event {
  #message;
  #filename;
  #lineno;
  #colno;
  #error;

  /**
   * @param {string} type
   * @param {EventInit & { message?: unknown, filename?: unknown, lineno?: unknown, colno?: unknown, error?: unknown }} [init]
   */
  constructor(type, init = undefined) {
    requireArguments("ErrorEvent", arguments.length, 1);
    super(type, init);
    const given = dictionary(init, "ErrorEvent");
    this.#colno = /** @type {number} */ (given.colno) >>> 0;
    this.#error = given.error;
    this.#filename = textOf(given.filename);
    this.#lineno = /** @type {number} */ (given.lineno) >>> 0;
    this.#message = textOf(given.message);
  }

  get message() {
    return this.#message;
  }

  get filename() {
    return this.#filename;
  }

  get lineno() {
    return this.#lineno;
  }

  get colno() {
    return this.#colno;
  }

  get error() {
    return this.#error;
  }

  static {
    argumentsOf = (event) =>
      #message in event ? [event.#message, event.#filename, event.#lineno, event.#colno, event.#error] : [event];
  }
}

/** @param {unknown} member */
function textOf(member) {
  return member === undefined ? "" : `${member}`;
}

/** A promise that was rejected without a reaction. */
export class PromiseRejectionEvent extends Event {
  #promise;
  #reason;

  /**
   * @param {string} type
   * @param {EventInit & { promise: object, reason?: unknown }} init
   */
  constructor(type, init) {
    requireArguments("PromiseRejectionEvent", arguments.length, 2);
    super(type, init);
    const { promise, reason } = dictionary(init, "PromiseRejectionEvent");
    if (!isObject(promise)) throw new TypeError("PromiseRejectionEvent: the options must have a promise");
    this.#promise = promise;
    this.#reason = reason;
  }

  get promise() {
    return this.#promise;
  }

  get reason() {
    return this.#reason;
  }
}

describeInterface(Event, { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 });
describeInterface(CustomEvent);
describeInterface(ErrorEvent);
describeInterface(PromiseRejectionEvent);
defineInspection(Event, ({ type, defaultPrevented, cancelable, timeStamp }) => ({ type, defaultPrevented, cancelable, timeStamp }));
defineInspection(CustomEvent, ({ type, detail }) => ({ type, detail }));
defineInspection(ErrorEvent, ({ type, message, filename, lineno, error }) => ({ type, message, filename, lineno, error }));
defineInspection(PromiseRejectionEvent, ({ type, reason }) => ({ type, reason }));
