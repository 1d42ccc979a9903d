// @ts-check
// The connection of one `WebSocket`: a stream of the method `http.websocket`.

import * as blobs from "#deferred/web/files/blob.js";
import * as closing from "#deferred/web/sockets/close-event.js";
import * as messages from "#deferred/web/messaging/message-event.js";
import * as timers from "#deferred/web/timers/timers.js";
import { nullPrototype } from "../../shared/define.js";
import { noop } from "../../shared/noop.js";
import { RangeError, typedArrayBuffer, typedArrayName, TypeError } from "../../shared/primordials.js";
import { react } from "../../shared/promises.js";
import { control, ErrorEvent, Event } from "../events/event.js";
import { listenersOf, reportLater } from "../events/event-target.js";
import { dataOf } from "../files/blob-data.js";
import { host } from "../host.js";
import { Outbox } from "./outgoing.js";

export const CONNECTING = 0;
export const OPEN = 1;
export const CLOSING = 2;
export const CLOSED = 3;

/** A program that sends faster than its connection takes loses the connection when so many bytes wait. */
const mostWaiting = 64 << 20;

export class SocketConnection {
  url;
  readyState = CONNECTING;
  protocol = "";
  /** @type {"blob" | "arraybuffer"} */
  binaryType = "blob";
  /** Bytes that were not sent because the connection had ended; they count as buffered for ever. */
  #lost = 0;
  #target;
  #origin;
  #outbox;
  #isStopped = false;
  /** @type {AsyncIterator<unknown>} */
  #items;

  /**
   * @param {object} target
   * @param {string} url
   * @param {string} origin
   * @param {string[]} protocols
   */
  constructor(target, url, origin, protocols) {
    this.#target = target;
    this.url = url;
    this.#origin = origin;
    const bridge = /** @type {import("../host.js").HostBridge} */ (host.bridge);
    this.#outbox = new Outbox(bridge);
    this.#items = bridge.stream("http.websocket", nullPrototype({ url, protocols, outgoing: this.#outbox.name }));
    this.#read();
  }

  get bufferedAmount() {
    return this.#lost + this.#outbox.size;
  }

  /**
   * @param {string | Uint8Array} message which nothing else changes
   * @param {number} size in bytes
   */
  send(message, size) {
    if (this.readyState !== OPEN) {
      this.#lost += size;
      return;
    }
    this.#outbox.add(message, size);
    if (this.#outbox.size > mostWaiting) this.#fail(new RangeError(`WebSocket: more than ${mostWaiting} bytes are waiting to be sent`));
  }

  /**
   * @param {number} code 1005 for none
   * @param {string} reason
   */
  close(code, reason) {
    if (this.readyState === CONNECTING) {
      this.readyState = CLOSING;
      this.#stop();
      timers.setTimeout(() => this.#end(1006, "", false, new TypeError("WebSocket: closed before the connection was open")), 0);
    } else if (this.readyState === OPEN) {
      this.readyState = CLOSING;
      this.#outbox.add(nullPrototype({ code, reason }), 0);
    }
  }

  #read() {
    react(this.#items.next(), (step) => this.#receive(/** @type {IteratorResult<unknown>} */ (step)), (error) => this.#fail(error));
  }

  /** @param {IteratorResult<unknown>} step */
  #receive({ done, value }) {
    if (this.#isStopped || this.readyState === CLOSED) return;
    if (done === true) return this.#end(1006, "", false, undefined);
    if (typeof value === "string" || typedArrayName(value) !== undefined) {
      // Messages that arrive after `close` are dropped, as the standard says.
      if (this.readyState === OPEN) this.#deliver(/** @type {string | Uint8Array} */ (value));
      return this.#read();
    }
    const { subprotocol, code, reason, wasClean } = /** @type {{ subprotocol?: string, code?: number, reason?: string, wasClean?: boolean }} */ (value);
    if (code !== undefined) return this.#end(code, reason ?? "", wasClean === true, undefined);
    if (this.readyState === CONNECTING) {
      this.protocol = subprotocol ?? "";
      this.readyState = OPEN;
      this.#dispatch(new Event("open"));
    }
    this.#read();
  }

  /** @param {string | Uint8Array} message */
  #deliver(message) {
    const isText = typeof message === "string";
    const data = isText ? message : this.binaryType === "blob" ? blobs.makeBlob({ data: dataOf(message), type: "" }) : typedArrayBuffer(message);
    this.#dispatch(new messages.MessageEvent("message", nullPrototype({ data, origin: this.#origin })));
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#stop();
    this.#end(1006, "", false, error);
  }

  #stop() {
    this.#isStopped = true;
    react(/** @type {Promise<unknown>} */ (this.#items.return?.()), noop, noop);
  }

  /**
   * @param {number} code
   * @param {string} reason
   * @param {boolean} wasClean
   * @param {unknown} error
   */
  #end(code, reason, wasClean, error) {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.#lost += this.#outbox.size;
    this.#outbox.end();
    if (!wasClean) {
      const { message = "The connection was lost" } = /** @type {{ message?: string }} */ (error ?? nullPrototype({}));
      this.#dispatch(new ErrorEvent("error", nullPrototype({ message, error })));
    }
    this.#dispatch(new closing.CloseEvent("close", nullPrototype({ code, reason, wasClean })));
  }

  /** @param {Event} event */
  #dispatch(event) {
    listenersOf(/** @type {*} */ (this.#target)).dispatch(control.setTrusted(event, true), this.#target, true, reportLater);
  }
}
