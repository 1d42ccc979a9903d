// @ts-check
import { host } from "./host.js";
import { defineInspection, describeInterface } from "./interface.js";
import { Boolean, String, TypeError } from "./primordials.js";

/**
 * What only the dispatcher may do with an event. Reachable from no event.
 * @typedef {object} Control
 * @property {(event: Event, target: object) => void} begin
 * @property {(event: Event) => void} end
 * @property {(event: Event) => string} typeOf
 * @property {(event: Event) => boolean} isDispatching
 * @property {(event: Event) => boolean} isCanceled
 * @property {(event: Event) => boolean} isStopped whether no further target may see the event
 * @property {(event: Event) => boolean} isStoppedAtOnce whether no further listener may see the event
 * @property {(event: Event, passive: boolean) => void} setPassive
 * @property {<E extends Event>(event: E) => E} trust marks an event as the runtime's own
 * @property {(value: object) => value is Event} isEvent
 */

/** @type {Control} */
export let control;

/** @typedef {{ bubbles?: unknown, cancelable?: unknown, composed?: unknown }} EventInit */

/** An event that is given to listeners. There is no tree: each is dispatched at its target only. */
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
  constructor(type, init) {
    if (arguments.length === 0) throw new TypeError("Event: a type is required");
    this.#type = String(type);
    this.#bubbles = Boolean(init?.bubbles);
    this.#cancelable = Boolean(init?.cancelable);
    this.#composed = Boolean(init?.composed);
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

  get isTrusted() {
    return this.#trusted;
  }

  get timeStamp() {
    return this.#timeStamp;
  }

  get returnValue() {
    return !this.#canceled;
  }

  set returnValue(value) {
    if (!value) this.#cancel();
  }

  get cancelBubble() {
    return this.#stopped;
  }

  set cancelBubble(value) {
    if (value) this.#stopped = true;
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

  #cancel() {
    if (this.#cancelable && !this.#passive) this.#canceled = true;
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
      setPassive(event, passive) {
        event.#passive = passive;
      },
      trust(event) {
        event.#trusted = true;
        return event;
      },
      isEvent: /** @type {(value: object) => value is Event} */ ((value) => #type in value),
    };
  }
}

/** An event with a payload. */
export class CustomEvent extends Event {
  #detail;

  /**
   * @param {string} type
   * @param {EventInit & { detail?: unknown }} [init]
   */
  constructor(type, init) {
    super(type, init);
    this.#detail = init?.detail ?? null;
  }

  get detail() {
    return this.#detail;
  }
}

/** An error that nobody caught. */
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
  constructor(type, init) {
    super(type, init);
    this.#message = String(init?.message ?? "");
    this.#filename = String(init?.filename ?? "");
    this.#lineno = /** @type {number} */ (init?.lineno) >>> 0;
    this.#colno = /** @type {number} */ (init?.colno) >>> 0;
    this.#error = init?.error;
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
}

/** A promise that was rejected while nobody listened. */
export class PromiseRejectionEvent extends Event {
  #promise;
  #reason;

  /**
   * @param {string} type
   * @param {EventInit & { promise?: Promise<unknown>, reason?: unknown }} [init]
   */
  constructor(type, init) {
    super(type, init);
    this.#promise = init?.promise;
    this.#reason = init?.reason;
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
