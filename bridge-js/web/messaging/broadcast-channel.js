// @ts-check
import * as group from "#deferred/web/messaging/broadcast-group.js";
import * as blobs from "#deferred/web/files/blob.js";
import * as cloning from "#deferred/web/clone/structured-clone.js";
import * as messages from "#deferred/web/messaging/message-event.js";
import * as timers from "#deferred/web/timers/timers.js";
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { makeList } from "../../shared/lists.js";
import {
  construct, Map, mapDelete, mapGet, mapSet, Set, setAdd, setDelete, setForEach, setPrototypeOf, setSize, stringify, TypeError, WeakMap,
  weakMapGet, weakMapSet,
} from "../../shared/primordials.js";
import { DOMException } from "../errors/dom-exception.js";
import { control } from "../events/event.js";
import { defineHandlers, EventHandler } from "../events/event-handler.js";
import { EventTarget, listenersOf, reportLater } from "../events/event-target.js";
import { describeInterface, requireArguments } from "../interface.js";

/** @typedef {{ name: string, key: string, isClosed: boolean, target: BroadcastChannel, onmessage: EventHandler, onmessageerror: EventHandler }} ChannelState */

/** @type {WeakMap<object, ChannelState>} */
const states = new WeakMap();

/**
 * The channels that are open and may receive, by their keys. An object without a listener stays here until it is closed, as the
 * standard allows.
 *
 * @type {Map<string, Set<ChannelState>>}
 */
const open = new Map();

/** @param {unknown} channel */
function stateOf(channel) {
  const state = isObject(channel) ? weakMapGet(states, channel) : undefined;
  if (state === undefined) throw new TypeError("The receiver is not a BroadcastChannel");
  return state;
}

/** @param {string} key */
function receiversOf(key) {
  /** @type {ChannelState[]} */
  const receivers = makeList();
  const states = mapGet(open, key);
  if (states === undefined) return receivers;
  setForEach(states, (state) => {
    receivers[receivers.length] = state;
  });
  return receivers;
}

/** @type {import("../clone/structured-clone.js").Leaving} */
const leaving = { mayMove: () => false, mayCopy: (object) => blobs.contentsOf(object) !== undefined };

let isConnected = false;

/**
 * The open channels of a name. Joins the other contexts for the first one.
 *
 * @param {string} key
 * @returns {Set<ChannelState>}
 */
function join(key) {
  if (!isConnected) {
    isConnected = true;
    group.connect((name, { read, end }) => {
      const receivers = receiversOf(name);
      for (let i = 0; i < receivers.length; i++) deliver(/** @type {ChannelState} */ (receivers[i]), read);
      timers.setTimeout(end, 0);
    });
  }
  const known = mapGet(open, key);
  if (known !== undefined) return known;
  group.join(key);
  /** @type {Set<ChannelState>} */
  const states = new Set();
  mapSet(open, key, states);
  return states;
}

/** A message to one channel is received at all others of its name, in this context and in the others of its group. */
export class BroadcastChannel {
  // `extends` is not used: a page may give the class another parent, whose constructor `super` would call.

  /** @param {unknown} name */
  constructor(name) {
    requireArguments("BroadcastChannel", arguments.length, 1);
    const text = `${name}`;
    const key = stringify(text);
    const target = construct(EventTarget, [], new.target);
    const listeners = listenersOf(target);
    const onmessage = new EventHandler("message", listeners);
    const state = { name: text, key, isClosed: false, target, onmessage, onmessageerror: new EventHandler("messageerror", listeners) };
    setAdd(join(key), state);
    weakMapSet(states, target, state);
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
    const isShared = group.hasOthers(state.key);
    const { copy } = cloning.cloneWithTransfer(message, undefined, undefined, isShared ? leaving : undefined);
    if (isShared) group.post(state.key, copy);
    const receivers = receiversOf(state.key);
    // The last receiver gets the copy itself.
    const last = receivers.length - (receivers[receivers.length - 1] === state ? 2 : 1);
    for (let i = 0; i < receivers.length; i++) {
      const receiver = /** @type {ChannelState} */ (receivers[i]);
      if (receiver === state) continue;
      const data = i === last ? copy : cloning.structuredClone(copy);
      deliver(receiver, () => data);
    }
  }

  close() {
    const state = stateOf(this);
    if (state.isClosed) return;
    state.isClosed = true;
    const channels = /** @type {Set<ChannelState>} */ (mapGet(open, state.key));
    setDelete(channels, state);
    if (setSize(channels) > 0) return;
    mapDelete(open, state.key);
    group.leave(state.key);
  }
}

setPrototypeOf(BroadcastChannel, EventTarget);
setPrototypeOf(BroadcastChannel.prototype, EventTarget.prototype);
defineHandlers(BroadcastChannel, stateOf, ["onmessage", "onmessageerror"]);
describeInterface(BroadcastChannel);

/**
 * Delivers a message in a task of its own, after all that came before, from this context or another.
 *
 * @param {ChannelState} state
 * @param {() => unknown} read makes the data; throws if that is not possible
 */
function deliver(state, read) {
  timers.setTimeout(() => {
    // A closed channel receives nothing, also no message that was sent before.
    if (!state.isClosed) dispatch(state, read);
  }, 0);
}

/**
 * @param {ChannelState} state
 * @param {() => unknown} read
 */
function dispatch({ target }, read) {
  let event;
  try {
    event = new messages.MessageEvent("message", nullPrototype({ data: read() }));
  } catch {
    event = new messages.MessageEvent("messageerror");
  }
  listenersOf(/** @type {EventTarget} */ (/** @type {unknown} */ (target))).dispatch(control.setTrusted(event, true), target, true, reportLater);
}
