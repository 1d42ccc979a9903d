// @ts-check
import * as addresses from "#deferred/web/url/url.js";
import { bytesOf, isArrayBuffer } from "../../shared/bytes.js";
import { isObject } from "../../shared/is-object.js";
import { append } from "../../shared/lists.js";
import {
  construct, exec, isView, round, setPrototypeOf, symbolIterator, toLowerCase, toWellFormed, typedArrayByteLength, TypeError,
  Uint8Array, WeakMap, weakMapGet, weakMapSet,
} from "../../shared/primordials.js";
import { encode } from "../encoding/text-encoder.js";
import { DOMException } from "../errors/dom-exception.js";
import { defineHandlers, EventHandler } from "../events/event-handler.js";
import { EventTarget, listenersOf } from "../events/event-target.js";
import { isToken } from "../fetch/headers.js";
import { contentsOf } from "../files/blob.js";
import { defineInspection, describeInterface, requireArguments } from "../interface.js";
import { toArray } from "../sequence.js";
import { CLOSED, CLOSING, CONNECTING, OPEN, SocketConnection } from "./connection.js";

/**
 * @typedef {object} SocketState
 * @property {SocketConnection} connection
 * @property {EventHandler} onopen
 * @property {EventHandler} onmessage
 * @property {EventHandler} onerror
 * @property {EventHandler} onclose
 */

/** @type {WeakMap<object, SocketState>} */
const states = new WeakMap();

/** @param {unknown} socket */
function stateOf(socket) {
  const state = isObject(socket) ? weakMapGet(states, socket) : undefined;
  if (state === undefined) throw new TypeError("The receiver is not a WebSocket");
  return state;
}

/** Messages to and from a server. */
export class WebSocket {
  // `extends` is not used: a page may give the class another parent, whose constructor `super` would call.

  /**
   * @param {unknown} url
   * @param {unknown} [protocols]
   */
  constructor(url, protocols = undefined) {
    requireArguments("WebSocket", arguments.length, 1);
    const text = toWellFormed(`${url}`);
    const names = protocolsFrom(protocols);
    const { href, origin } = addressOf(text);
    requireProtocols(names);
    const target = construct(EventTarget, [], new.target);
    const listeners = listenersOf(target);
    const handler = (/** @type {string} */ type) => new EventHandler(type, listeners);
    const connection = new SocketConnection(target, href, origin, names);
    weakMapSet(states, target, {
      connection, onopen: handler("open"), onmessage: handler("message"), onerror: handler("error"), onclose: handler("close"),
    });
    return target;
  }

  get url() {
    return stateOf(this).connection.url;
  }

  get readyState() {
    return stateOf(this).connection.readyState;
  }

  get bufferedAmount() {
    return stateOf(this).connection.bufferedAmount;
  }

  get extensions() {
    stateOf(this);
    return "";
  }

  get protocol() {
    return stateOf(this).connection.protocol;
  }

  get binaryType() {
    return stateOf(this).connection.binaryType;
  }

  set binaryType(value) {
    const { connection } = stateOf(this);
    const type = /** @type {string} */ (`${value}`);
    if (type === "blob" || type === "arraybuffer") connection.binaryType = type;
  }

  /** @param {unknown} data */
  send(data) {
    const { connection } = stateOf(this);
    requireArguments("WebSocket.send", arguments.length, 1);
    const message = messageFrom(data);
    if (connection.readyState === CONNECTING) throw new DOMException("WebSocket.send: the connection is not open yet", "InvalidStateError");
    connection.send(message, typeof message === "string" ? sizeOf(message) : typedArrayByteLength(message));
  }

  /**
   * @param {unknown} [code]
   * @param {unknown} [reason]
   */
  close(code = undefined, reason = undefined) {
    const { connection } = stateOf(this);
    const number = code === undefined ? 1005 : clamped(/** @type {number} */ (code));
    const text = reason === undefined ? "" : toWellFormed(`${reason}`);
    if (code !== undefined && number !== 1000 && !(number >= 3000 && number <= 4999)) {
      throw new DOMException(`WebSocket.close: the code must be 1000 or from 3000 to 4999, not ${number}`, "InvalidAccessError");
    }
    if (sizeOf(text) > 123) throw new DOMException("WebSocket.close: the reason has more than 123 bytes", "SyntaxError");
    // A reason cannot be sent without a code.
    connection.close(text !== "" && code === undefined ? 1000 : number, text);
  }
}

setPrototypeOf(WebSocket, EventTarget);
setPrototypeOf(WebSocket.prototype, EventTarget.prototype);
defineHandlers(WebSocket, stateOf, ["onopen", "onmessage", "onerror", "onclose"]);
describeInterface(WebSocket, { CONNECTING, OPEN, CLOSING, CLOSED });
defineInspection(WebSocket, (socket) => {
  const { url, readyState, protocol, binaryType, bufferedAmount } = socket;
  return { url, readyState, protocol, binaryType, bufferedAmount };
});

/**
 * @param {unknown} value a name, or several
 * @returns {string[]}
 */
function protocolsFrom(value) {
  if (value === undefined) return [];
  const isList = isObject(value) && /** @type {{ [key: symbol]: unknown }} */ (value)[symbolIterator] !== undefined;
  if (!isList) return [`${value}`];
  /** @type {string[]} */
  const names = [];
  const elements = toArray(value, "WebSocket");
  for (let i = 0; i < elements.length; i++) append(names, `${elements[i]}`);
  return names;
}

/** @param {string[]} names */
function requireProtocols(names) {
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    if (!isToken(name)) throw new DOMException(`WebSocket: "${name}" is not a valid protocol name`, "SyntaxError");
    for (let other = 0; other < i; other++) {
      if (toLowerCase(/** @type {string} */ (names[other])) !== toLowerCase(name)) continue;
      throw new DOMException(`WebSocket: the protocol "${name}" is listed twice`, "SyntaxError");
    }
  }
}

/** @param {string} text */
function addressOf(text) {
  const address = addresses.socketAddress(text);
  if (address === undefined) throw new DOMException(`WebSocket: "${text}" is not a valid WebSocket URL`, "SyntaxError");
  return address;
}

/**
 * A copy that the program cannot change.
 *
 * @param {unknown} data
 * @returns {string | Uint8Array}
 */
function messageFrom(data) {
  const contents = contentsOf(data);
  if (contents !== undefined) return contents.data.toBytes();
  if (isView(data) || isArrayBuffer(data)) return new Uint8Array(bytesOf(data, "WebSocket.send"));
  return toWellFormed(`${data}`);
}

/**
 * The bytes of a text in UTF-8.
 * @param {string} text
 */
const sizeOf = (text) => (exec(/[^\0-\x7f]/, text) === null ? text.length : typedArrayByteLength(encode(text)));

/**
 * A number as Web IDL clamps it to 16 bits.
 * @param {number} value
 */
function clamped(value) {
  const number = +value;
  if (!(number > 0)) return 0;
  return number >= 0xffff ? 0xffff : round(number);
}
