// @ts-check
// The other contexts that a `BroadcastChannel` reaches. Messages cross as text and buffers, as those of ports do.

import * as reading from "#deferred/web/messaging/message-reader.js";
import * as writing from "#deferred/web/messaging/message-writer.js";
import { makeList } from "../../shared/lists.js";
import { DOMException } from "../errors/dom-exception.js";
import { host } from "../host.js";

/**
 * The native side of channels. A name is written as JSON, since it may have lone surrogates.
 *
 * @typedef {object} Native
 * @property {(receive: (name: string, text: string, buffers: ArrayBuffer[], bytes: number) => void) => void} connect
 * @property {(bytes: number) => void} read says that a received message has been delivered: until then its bytes count as unread
 * @property {(name: string) => boolean} join receive messages to this name; false if this context has too many names
 * @property {(name: string) => void} leave
 * @property {(name: string) => boolean | undefined} isFull whether a context that has joined has not read enough; `undefined` if there is none
 * @property {(name: string, text: string, byteLength: number, buffers: ArrayBuffer[], bufferCount: number) => void} post
 */

/** Without it, this context reaches no other. */
const native = /** @type {Native | undefined} */ (host.extensions?.["broadcasts"]?.());

/**
 * @typedef {object} Message
 * @property {() => unknown} read makes a copy of the data; throws if that cannot be read
 * @property {() => void} end must be called when the message has been delivered
 */

/** @param {(name: string, message: Message) => void} receive */
export function connect(receive) {
  native?.connect((name, text, buffers, bytes) =>
    receive(name, { read: () => new reading.MessageReader(buffers, makeList()).read(text), end: () => native.read(bytes) }),
  );
}

/** @param {string} name */
export function join(name) {
  if (native?.join(name) === false) throw new DOMException("BroadcastChannel: this context has too many channels", "QuotaExceededError");
}

/** @param {string} name */
export function leave(name) {
  native?.leave(name);
}

/**
 * Whether another context has joined.
 * @param {string} name
 */
export function hasOthers(name) {
  const isFull = native?.isFull(name);
  if (isFull === true) {
    throw new DOMException("BroadcastChannel: a receiver has too many unread messages", "QuotaExceededError");
  }
  return isFull === false;
}

/**
 * @param {string} name
 * @param {unknown} copy
 */
export function post(name, copy) {
  const writer = new writing.MessageWriter(makeList());
  let text = "";
  try {
    text = writer.write(copy);
  } catch {
    // Such as too deep an object for what is left of the stack: the receivers get a `messageerror`.
  }
  native?.post(name, text, writer.byteLength, writer.buffers, writer.buffers.length);
}
