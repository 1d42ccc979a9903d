// @ts-check
import * as messages from "#deferred/web/messaging/message-event.js";
import * as cloning from "#deferred/web/clone/structured-clone.js";
import * as timers from "#deferred/web/timers/timers.js";
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { Queue } from "../../shared/queue.js";
import { append, makeList } from "../../shared/lists.js";
import { construct, isArray, mapSet, setPrototypeOf, symbolIterator, TypeError, weakMapGet, weakMapSet } from "../../shared/primordials.js";
import { control, Event } from "../events/event.js";
import { defineHandlers, EventHandler } from "../events/event-handler.js";
import { EventTarget, listenersOf, reportLater } from "../events/event-target.js";
import { describeInterface, dictionary, internal, requireArguments, requireInternal, transferers } from "../interface.js";
import { isPort, states } from "./port-states.js";

/** @typedef {{ data: unknown, ports: object[] }} Message */
/** @typedef {import("./far-end.js").FarEnd} FarEnd */
/** @typedef {import("./far-end.js").FarSide} FarSide */

/** One end of a channel. It may move to another object, when its port is transferred, and to another context. */
export class End {
  /** @type {MessagePort | undefined} */
  port;
  /** @type {End | undefined} */
  other;
  /**
   * In place of `other`, if that is in another context.
   * @type {FarEnd | undefined}
   */
  far;
  /** @type {Queue<Message>} */
  #messages = new Queue();
  #isEnabled = false;
  #isScheduled = false;
  /** Whether the other port, of this context, was closed, and this one has not been told. */
  #isLost = false;

  /** @param {Message} message */
  receive(message) {
    this.#messages.add(message);
    this.#schedule();
  }

  enable() {
    this.#isEnabled = true;
    this.#schedule();
    this.#startFar();
  }

  /** @param {Message | undefined} message from the other context, which delivers each in a task of its own; `undefined` if it cannot be read */
  deliver(message) {
    if (message === undefined) this.#dispatch(control.setTrusted(new messages.MessageEvent("messageerror"), true));
    else this.#dispatchMessage(message);
  }

  /** The other context has closed the channel. */
  lose() {
    this.far = undefined;
    this.#dispatch(control.setTrusted(new Event("close"), true));
  }

  /**
   * Moves to another context.
   *
   * @param {FarSide} side
   * @returns {number} the native end
   */
  leave(side) {
    const { other, far } = this;
    this.far = undefined;
    this.#isLost = false;
    if (far !== undefined) {
      const number = far.release();
      // They were sent before the messages in the native end.
      for (let messages = this.#takeAll(), i = messages.length - 1; i >= 0; i--) far.putBack(/** @type {Message} */ (messages[i]));
      return number;
    }
    const { near, away } = side.openChannel();
    const replacement = side.makeEnd(near, other);
    for (let messages = this.#takeAll(), i = 0; i < messages.length; i++) replacement.send(/** @type {Message} */ (messages[i]));
    if (other === undefined) {
      replacement.close();
    } else {
      other.other = undefined;
      other.far = replacement;
      this.other = undefined;
      other.#startFar();
    }
    return away;
  }

  #takeAll() {
    /** @type {Message[]} */
    const messages = makeList();
    while (this.#messages.size > 0) messages[messages.length] = /** @type {Message} */ (this.#messages.take());
    return messages;
  }

  /** The messages from the other context come after those that were sent before the other port went there. */
  #startFar() {
    if (this.#isEnabled && this.#messages.size === 0) this.far?.start();
  }

  /** @param {MessagePort} port to which the end moves */
  attach(port) {
    this.port = port;
    this.#isEnabled = false;
    this.far?.stop();
  }

  /** Stops receiving. The other end still receives the messages that were sent. */
  close() {
    const { other } = this;
    this.#messages = new Queue();
    this.far?.close();
    this.far = undefined;
    if (other === undefined) return;
    this.other = undefined;
    other.other = undefined;
    other.#isLost = true;
    other.#schedule();
  }

  /** One message a turn, as each is a task of its own; the event "close" is the last. */
  #schedule() {
    if (this.#isScheduled || !(this.#hasNext || this.#isLost)) return;
    this.#isScheduled = true;
    timers.setTimeout(() => {
      this.#isScheduled = false;
      // The end may have been transferred in the meantime, with its messages.
      if (this.#hasNext) {
        const message = /** @type {Message} */ (this.#messages.take());
        this.#schedule();
        this.#startFar();
        this.#dispatchMessage(message);
      } else if (this.#isLost) {
        this.#isLost = false;
        this.#dispatch(control.setTrusted(new Event("close"), true));
      }
    }, 0);
  }

  get #hasNext() {
    return this.#isEnabled && this.#messages.size > 0;
  }

  /** @param {Message} message */
  #dispatchMessage({ data, ports }) {
    this.#dispatch(control.setTrusted(new messages.MessageEvent("message", nullPrototype({ data, ports })), true));
  }

  /** @param {Event} event */
  #dispatch(event) {
    const { port } = this;
    if (port !== undefined) listenersOf(/** @type {EventTarget} */ (/** @type {unknown} */ (port))).dispatch(event, port, true, reportLater);
  }
}

/** @param {unknown} port */
function stateOf(port) {
  const state = isObject(port) ? weakMapGet(states, port) : undefined;
  if (state === undefined) throw new TypeError("The receiver is not a MessagePort");
  return state;
}

/**
 * The objects to transfer, by the second argument of `postMessage`.
 * @param {unknown} options the list, or options with it
 * @param {string} method
 */
export function transferIn(options, method) {
  const isList = isArray(options) || (isObject(options) && typeof (/** @type {{ [key: symbol]: unknown }} */ (options)[symbolIterator]) === "function");
  return isList ? options : dictionary(/** @type {{ transfer?: unknown } | undefined} */ (options), method).transfer;
}

/** @param {unknown[]} objects */
export function portsIn(objects) {
  /** @type {object[]} */
  const ports = [];
  for (let i = 0; i < objects.length; i++) if (isPort(objects[i])) append(ports, /** @type {object} */ (objects[i]));
  return ports;
}

/**
 * Moves the end of a port to another context.
 *
 * @param {object} port
 * @param {FarSide} side
 * @returns {number} the native end
 */
export function takeEnd(port, side) {
  const state = stateOf(port);
  const end = /** @type {End} */ (state.end);
  state.end = undefined;
  return end.leave(side);
}

/**
 * A port in this context for a native end.
 *
 * @param {number} number
 * @param {FarSide} side
 */
export function makePort(number, side) {
  const end = new End();
  end.far = side.makeEnd(number, end);
  return new MessagePort(internal, end);
}

/** An end of a channel, which sends messages to the other end and receives those of it. */
export class MessagePort {
  // `extends` is not used: a page may give the class another parent, whose constructor `super` would call.

  /**
   * @param {unknown} [caller]
   * @param {End} [end]
   */
  constructor(caller = undefined, end = undefined) {
    requireInternal(caller);
    const port = construct(EventTarget, [], new.target);
    const listeners = listenersOf(port);
    /** @type {End} */ (end).attach(port);
    weakMapSet(states, port, { end, onmessage: new EventHandler("message", listeners), onmessageerror: new EventHandler("messageerror", listeners) });
    return port;
  }

  /**
   * @param {unknown} message
   * @param {unknown} [options] the objects to transfer, or options with them
   */
  postMessage(message, options = undefined) {
    const method = "MessagePort.postMessage";
    const { end } = stateOf(this);
    requireArguments(method, arguments.length, 1);
    const transfer = transferIn(options, method);
    if (end?.far !== undefined) {
      end.far.post(message, transfer, this);
      return;
    }
    const { copy, moved } = cloning.cloneWithTransfer(message, transfer, this);
    end?.other?.receive({ data: copy, ports: portsIn(moved) });
  }

  start() {
    stateOf(this).end?.enable();
  }

  close() {
    stateOf(this).end?.close();
  }

  get onmessage() {
    return stateOf(this).onmessage.value;
  }

  set onmessage(handler) {
    const { onmessage, end } = stateOf(this);
    onmessage.value = handler;
    end?.enable();
  }
}

setPrototypeOf(MessagePort, EventTarget);
setPrototypeOf(MessagePort.prototype, EventTarget.prototype);
defineHandlers(MessagePort, stateOf, ["onmessageerror"]);
describeInterface(MessagePort);

mapSet(transferers, MessagePort.prototype, (value) => {
  const state = weakMapGet(states, value);
  if (state === undefined) return undefined;
  return {
    isReady: () => state.end !== undefined,
    move: () => {
      const end = /** @type {End} */ (state.end);
      state.end = undefined;
      return new MessagePort(internal, end);
    },
  };
});

/** Two ports: a message to one is received at the other. */
export class MessageChannel {
  #port1;
  #port2;

  constructor() {
    const first = new End();
    const second = new End();
    first.other = second;
    second.other = first;
    this.#port1 = new MessagePort(internal, first);
    this.#port2 = new MessagePort(internal, second);
  }

  get port1() {
    return this.#port1;
  }

  get port2() {
    return this.#port2;
  }
}

describeInterface(MessageChannel);
