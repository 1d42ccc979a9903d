// @ts-check
import * as cloning from "#deferred/web/clone/structured-clone.js";
import * as messages from "#deferred/web/messaging/message-event.js";
import * as timers from "#deferred/web/timers/timers.js";
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { makeList } from "../../shared/lists.js";
import { construct, Set, setAdd, setDelete, setForEach, setPrototypeOf, TypeError, WeakMap, weakMapGet, weakMapSet } from "../../shared/primordials.js";
import { DOMException } from "../errors/dom-exception.js";
import { control } from "../events/event.js";
import { defineHandlers, EventHandler } from "../events/event-handler.js";
import { EventTarget, listenersOf, reportLater } from "../events/event-target.js";
import { describeInterface, requireArguments } from "../interface.js";

/** @typedef {{ name: string, isClosed: boolean, target: BroadcastChannel, onmessage: EventHandler, onmessageerror: EventHandler }} ChannelState */

/** @type {WeakMap<object, ChannelState>} */
const states = new WeakMap();

/**
 * The channels that are open and may receive. An object without a listener stays here until it is closed, as the standard allows.
 * @type {Set<ChannelState>}
 */
const open = new Set();

/** @param {unknown} channel */
function stateOf(channel) {
  const state = isObject(channel) ? weakMapGet(states, channel) : undefined;
  if (state === undefined) throw new TypeError("The receiver is not a BroadcastChannel");
  return state;
}

/** A message to one channel is received at all others of its name in this context. */
export class BroadcastChannel {
  // `extends` is not used: a page may give the class another parent, whose constructor `super` would call.

  /** @param {unknown} name */
  constructor(name) {
    requireArguments("BroadcastChannel", arguments.length, 1);
    const text = `${name}`;
    const target = construct(EventTarget, [], new.target);
    const listeners = listenersOf(target);
    const onmessage = new EventHandler("message", listeners);
    const state = { name: text, isClosed: false, target, onmessage, onmessageerror: new EventHandler("messageerror", listeners) };
    weakMapSet(states, target, state);
    setAdd(open, state);
    return target;
  }

  get name() {
    return stateOf(this).name;
  }

  /** @param {unknown} message */
  postMessage(message) {
    const state = stateOf(this);
    requireArguments("BroadcastChannel.postMessage", arguments.length, 1);
    if (state.isClosed) throw new DOMException("The channel is closed", "InvalidStateError");
    const copy = cloning.structuredClone(message);
    /** @type {ChannelState[]} */
    const receivers = makeList();
    setForEach(open, (other) => {
      if (other !== state && other.name === state.name) receivers[receivers.length] = other;
    });
    // A closed channel receives nothing, also no message that was sent before.
    for (let i = 0; i < receivers.length; i++) {
      const receiver = /** @type {ChannelState} */ (receivers[i]);
      // The last receiver gets the copy itself.
      const data = i === receivers.length - 1 ? copy : cloning.structuredClone(copy);
      timers.setTimeout(() => {
        if (!receiver.isClosed) deliver(receiver, data);
      }, 0);
    }
  }

  close() {
    const state = stateOf(this);
    state.isClosed = true;
    setDelete(open, state);
  }
}

setPrototypeOf(BroadcastChannel, EventTarget);
setPrototypeOf(BroadcastChannel.prototype, EventTarget.prototype);
defineHandlers(BroadcastChannel, stateOf, ["onmessage", "onmessageerror"]);
describeInterface(BroadcastChannel);

/**
 * @param {ChannelState} state
 * @param {unknown} data
 */
function deliver({ target }, data) {
  const event = control.setTrusted(new messages.MessageEvent("message", nullPrototype({ data })), true);
  listenersOf(/** @type {EventTarget} */ (/** @type {unknown} */ (target))).dispatch(event, target, true, reportLater);
}
