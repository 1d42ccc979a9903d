// @ts-check
// Channels whose other end is in another context, on another thread. Messages cross as text and buffers.

import * as cloning from "#deferred/web/clone/structured-clone.js";
import * as blobs from "#deferred/web/files/blob.js";
import * as reading from "#deferred/web/messaging/message-reader.js";
import * as writing from "#deferred/web/messaging/message-writer.js";
import * as farStreams from "#deferred/web/messaging/far-streams.js";
import * as ports from "#deferred/web/messaging/message-port.js";
import { makeList } from "../../shared/lists.js";
import { Map, mapDelete, mapGet, mapSet } from "../../shared/primordials.js";
import { DOMException } from "../errors/dom-exception.js";
import { host } from "../host.js";
import { isPort } from "./port-states.js";

/** @typedef {{ deliver: (message: import("./message-port.js").Message | undefined) => void, lose: () => void }} Receiver */
/**
 * What ports and streams need of this module, which imports theirs.
 *
 * @typedef {object} FarSide
 * @property {() => { near: number, away: number }} openChannel
 * @property {(number: number, receiver: Receiver | undefined) => FarEnd} makeEnd
 */

/** @typedef {(number: number, message: string, file: string, line: number, column: number) => void} FailureListener */

/**
 * The native side of channels and workers in this context. An end of a channel has a number.
 *
 * @typedef {object} Native
 * @property {(deliver: (number: number, text: string, buffers: ArrayBuffer[], ends: number[]) => void, closed: (number: number) => void, failed: FailureListener) => void} connect
 * @property {() => number} open makes a channel: its ends have this number and the next one; 0 if there are too many
 * @property {(number: number) => boolean} isFull whether the other context has not read enough
 * @property {(number: number, text: string, byteLength: number, buffers: ArrayBuffer[], bufferCount: number, ends: number[], endCount: number) => void} post to the other end
 * @property {Native["post"]} putBack to this end, before the messages that it holds
 * @property {(number: number) => void} start
 * @property {(number: number) => void} stop
 * @property {(number: number) => void} close
 * @property {(url: string, name: string) => number | string} spawn starts a worker; the number of this context's end of its channel, or why not: the name of a `DOMException` and its message
 * @property {(number: number) => void} terminate ends the worker of this end
 * @property {(isListening: boolean) => void} listen in a worker: whether it waits for messages
 * @property {() => string} name in a worker: its name
 * @property {() => void} leave in a worker: ends it after the running script
 */

/** Without it, no end of a channel is in another context. */
export const native = /** @type {Native} */ (host.extensions?.["workers"]?.());

/** The started ends of this context. @type {Map<number, Receiver>} */
const receivers = new Map();

/** What is told of the errors of workers, by the number of their end. @type {Map<number, FailureListener>} */
export const failures = new Map();

native?.connect(
  (number, text, buffers, ends) => {
    const receiver = mapGet(receivers, number);
    let message;
    try {
      const reader = new reading.MessageReader(buffers, ends, side);
      message = { data: reader.read(text), ports: reader.ports };
    } catch {
      // Such as too deep an object for what is left of the stack.
      for (let i = 0; i < ends.length; i++) native.close(/** @type {number} */ (ends[i]));
    }
    receiver?.deliver(message);
  },
  (number) => {
    const receiver = mapGet(receivers, number);
    mapDelete(receivers, number);
    receiver?.lose();
  },
  (number, message, file, line, column) => mapGet(failures, number)?.(number, message, file, line, column),
);

export function openChannel() {
  const near = native.open();
  if (near === 0) throw new DOMException("too many ports are connected to other contexts", "QuotaExceededError");
  return { near, away: near + 1 };
}

/** @type {FarSide} */
const side = { openChannel, makeEnd: (number, receiver) => new FarEnd(number, receiver) };

/** @type {import("../clone/structured-clone.js").Leaving} */
const leaving = {
  mayMove: (object) => isPort(object) || farStreams.isStream(object),
  mayCopy: (object) => blobs.contentsOf(object) !== undefined,
};

/** The end of a channel in another context, as this context sees it. */
export class FarEnd {
  #number;
  #receiver;

  /**
   * @param {number} number of the native end in this context
   * @param {Receiver | undefined} receiver of the messages
   */
  constructor(number, receiver) {
    this.#number = number;
    this.#receiver = receiver;
  }

  /**
   * Clones a message and sends it.
   *
   * @param {unknown} message
   * @param {unknown} transfer
   * @param {object | undefined} sender
   */
  post(message, transfer, sender) {
    if (native.isFull(this.#number)) {
      throw new DOMException("the receiver has too many unread messages", "QuotaExceededError");
    }
    const { copy, moved } = cloning.cloneWithTransfer(message, transfer, sender, leaving);
    this.send({ data: copy, ports: ports.portsIn(moved) });
  }

  /** @param {import("./message-port.js").Message} message whose data nothing else refers to */
  send(message) {
    this.#write(message, native.post);
  }

  /**
   * Makes a message that was received the next one that the native end delivers.
   * @param {import("./message-port.js").Message} message
   */
  putBack(message) {
    this.#write(message, native.putBack);
  }

  /**
   * @param {import("./message-port.js").Message} message
   * @param {Native["post"]} post
   */
  #write({ data, ports: moved }, post) {
    const writer = new writing.MessageWriter(moved);
    let text = "";
    try {
      text = writer.write(data);
    } catch {
      // A message that was posted before its port moved here, and that cannot leave: its receiver is told by a `messageerror`.
    }
    /** @type {number[]} */
    const ends = makeList();
    for (let i = 0; i < moved.length; i++) ends[i] = ports.takeEnd(/** @type {object} */ (moved[i]), side);
    for (let i = 0; i < writer.streams.length; i++) {
      const { near, away } = openChannel();
      ends[ends.length] = away;
      /** @type {import("./far-streams.js").Connect} */ (writer.streams[i])(near, side);
    }
    post(this.#number, text, writer.byteLength, writer.buffers, writer.buffers.length, ends, ends.length);
  }

  /** Begins to deliver messages. */
  start() {
    if (this.#receiver === undefined || mapGet(receivers, this.#number) !== undefined) return;
    mapSet(receivers, this.#number, this.#receiver);
    native.start(this.#number);
  }

  /** Ends the delivery of messages, until the next start. */
  stop() {
    mapDelete(receivers, this.#number);
    native.stop(this.#number);
  }

  /** Gives up the native end, with the messages that have not been delivered. */
  release() {
    this.stop();
    return this.#number;
  }

  close() {
    mapDelete(receivers, this.#number);
    native.close(this.#number);
  }
}
