// @ts-check
// A link over any carrier of text: JSON-RPC 2.0 with LSP's cancellation and progress. See docs/wire.md.

import { noop } from "../shared/noop.js";
import { freeze, isArray, parse, promiseResolve } from "../shared/primordials.js";
import * as kinds from "./kinds.js";
import { BridgeError } from "./errors.js";
import { DEFAULT_LIMITS, Encoder } from "./values.js";
import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR } from "./json-rpc-codes.js";
import { answerText, bodyText, cancelText, creditText, errorText, progressText, refusalText, requestText } from "./json-rpc-write.js";
import { answerTo } from "./thrown.js";
import { createBridge } from "./create.js";
import { metadataFrom } from "./metadata.js";
import { mayHoldTags } from "./decoder.js";
import { surface, when } from "./promises.js";
import { readMessage } from "./json-rpc-read.js";
import { revive } from "./reviver.js";

/** @typedef {import("./kinds.js").Id} Id */
/** @typedef {import("./kinds.js").Receive} Receive */
/** @typedef {import("./json-rpc-read.js").Message} Message */

/**
 * What a text carries beside itself, for decoding its values.
 *
 * @typedef {object} Arrived
 * @property {unknown[] | undefined} attachments the bytes to which it refers
 * @property {boolean} isPlain whether it has no tags: then its values are not searched for them
 */

/**
 * The carrier of text: a socket, a pipe, a web view's message handler. A `send` that throws closes the link.
 *
 * @typedef {object} Port
 * @property {(text: string, attachments?: unknown[]) => void} send copies or sends the attachments, which are buffers and views
 * @property {number} [inline] more bytes than these go beside the text; all bytes go into the text when left out
 * @property {boolean} [keepsDepth] whether the other side is trusted to respect the limit of depth
 * @property {boolean} [takesFunctions] whether the other side can call functions that it receives
 * @property {() => void} [close]
 */

/**
 * @typedef {object} LinkOptions
 * @property {boolean} [batch] sends the messages of one turn of the event loop as one text
 * @property {Partial<import("./encoder.js").Limits>} [limits]
 */

/** @type {Record<number, string>} */
const REFUSALS = {
  [PARSE_ERROR]: "Parse error",
  [INVALID_REQUEST]: "Invalid Request",
  [INVALID_PARAMS]: "Invalid params",
};

/** A batch of this many characters is sent at once: one message must not wait for a hundred large ones. */
const LONGEST_BATCH = 1 << 20;

/** @implements {kinds.Link} */
export class JsonRpcLink {
  #port;
  #isBatching;
  #depth;
  #metadataLength;
  #errors;
  /** @type {Receive} */
  #receive = noop;
  #isClosed = false;
  #batch = "";
  #batched = 0;

  /** Most carriers have text only: bytes cross as base64. */
  inline;
  takesFunctions;
  /** @type {kinds.Link["receive"]} */
  receive;

  /**
   * @param {Port} port
   * @param {LinkOptions} [options]
   */
  constructor(port, options = {}) {
    this.#port = port;
    this.inline = port.inline ?? Infinity;
    this.takesFunctions = port.takesFunctions === true;
    this.#isBatching = options.batch === true;
    this.#depth = options.limits?.depth ?? DEFAULT_LIMITS.depth;
    this.#metadataLength = options.limits?.metadataLength ?? DEFAULT_LIMITS.metadataLength;
    this.#errors = new Encoder(DEFAULT_LIMITS, Infinity);
  }

  /** @type {NonNullable<kinds.Link["open"]>} */
  open(receive) {
    this.#receive = receive;
  }

  /** @type {kinds.Link["call"]} */
  call(id, method, tag, body, attachments, timeout, credit, metadata) {
    this.#send(requestText(id, method, tag, body, timeout, credit, metadata), attachments);
    return undefined; // Every answer arrives later.
  }

  /** @type {kinds.Link["post"]} */
  post(kind, id, tag, body, attachments) {
    switch (kind) {
      case kinds.RESULT:
        return this.#send(answerText(id, bodyText(tag, body)), attachments);
      case kinds.ERROR:
        return this.#send(errorText(id, /** @type {string} */ (body)), attachments);
      case kinds.PROGRESS:
        return this.#send(progressText(id, "report", bodyText(tag, body)), attachments);
      case kinds.ITEM:
        return this.#send(progressText(id, "item", bodyText(tag, body)), attachments);
      case kinds.CANCEL:
        return this.#send(cancelText(id));
      case kinds.CREDIT:
        return this.#send(creditText(id, body));
    }
  }

  /**
   * Takes a text that arrived: one message or a batch. Never throws; a text that is not a message is answered as JSON-RPC
   * specifies.
   *
   * @param {string} text
   * @param {unknown[]} [attachments] the bytes to which it refers
   */
  deliver(text, attachments) {
    if (this.#isClosed) return;
    let message;
    try {
      message = parse(text);
    } catch {
      this.#refuse(null, PARSE_ERROR);
      return;
    }
    const arrived = { attachments, isPlain: this.#port.keepsDepth === true && !mayHoldTags(text) };
    if (!isArray(message)) return this.#take(message, arrived);
    if (message.length === 0) return this.#refuse(null, INVALID_REQUEST);
    // One of the messages may have closed the link.
    for (let at = 0; at < message.length && !this.#isClosed; at += 1) this.#take(message[at], arrived);
  }

  /**
   * Closes the link: every pending call is rejected.
   *
   * @param {string} [code]
   * @param {string} [message]
   */
  close(code = "UNAVAILABLE", message = "the link was closed") {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#receive(kinds.CLOSE, 0, [code, message]);
    this.#port.close?.();
  }

  /**
   * @param {unknown} parsed
   * @param {Arrived} arrived
   */
  #take(parsed, arrived) {
    const message = readMessage(parsed);
    try {
      this.#dispatch(message, arrived);
    } catch (error) {
      this.#fail(message, error);
    }
  }

  /**
   * @param {Message} message
   * @param {Arrived} arrived
   */
  #dispatch(message, arrived) {
    switch (message.kind) {
      case "call": {
        const { id, method, timeout, credit } = message;
        const metadata = metadataFrom(message.metadata, this.#metadataLength);
        return this.#receive(kinds.REQUEST, id, [method, this.#revive(message.value, arrived), timeout, credit, metadata]);
      }
      case "answer":
        return this.#receive(kinds.RESULT, message.id, this.#revive(message.value, arrived));
      case "error":
        return this.#receive(kinds.ERROR, message.id, [message.error, arrived.attachments]);
      case "progress":
        return this.#receive(kinds.PROGRESS, message.id, this.#revive(message.value, arrived));
      case "item":
        return this.#receive(kinds.ITEM, message.id, this.#revive(message.value, arrived));
      case "event":
        return this.#receive(kinds.EVENT, 0, [message.event, this.#revive(message.value, arrived)]);
      case "cancel":
        return this.#receive(kinds.CANCEL, message.id, "CANCELLED");
      case "credit":
        return this.#receive(kinds.CREDIT, message.id, message.items);
      case "invalid":
        return this.#refuse(message.id, message.code);
    }
  }

  /**
   * A value that cannot be decoded ends its own call and nothing else.
   *
   * @param {Message} message
   * @param {unknown} error
   */
  #fail(message, error) {
    const content = answerTo(error);
    switch (message.kind) {
      case "call":
        return this.#trySend(errorText(message.id, this.#errors.text(content, "error")));
      case "item":
        this.#trySend(cancelText(message.id));
        return this.#receive(kinds.ERROR, message.id, [content, undefined]);
      case "answer":
      case "error":
        return this.#receive(kinds.ERROR, message.id, [content, undefined]);
      default:
        surface(error);
    }
  }

  /**
   * @param {unknown} value
   * @param {Arrived} arrived
   */
  #revive(value, arrived) {
    return arrived.isPlain ? value : revive(value, arrived.attachments, this.#depth, this.receive);
  }

  /**
   * @param {Id | null} id
   * @param {number} code
   */
  #refuse(id, code) {
    this.#trySend(refusalText(id, code, REFUSALS[code]));
  }

  /**
   * Sends a message that has no answer.
   *
   * @param {string} text
   */
  #trySend(text) {
    try {
      this.#send(text);
    } catch (error) {
      surface(error);
    }
  }

  /**
   * @param {string} text
   * @param {unknown[]} [attachments]
   */
  #send(text, attachments) {
    if (this.#isClosed) throw new BridgeError("UNAVAILABLE", "the link is closed");
    if (attachments !== undefined) {
      this.#flush(); // Keeps the order of messages; attachments belong to one message.
      return this.#port.send(text, attachments);
    }
    if (!this.#isBatching) return this.#port.send(text);
    this.#batch = this.#batched === 0 ? text : `${this.#batch},${text}`;
    this.#batched += 1;
    if (this.#batch.length >= LONGEST_BATCH) this.#flush();
    else if (this.#batched === 1) void when(promiseResolve(undefined), () => this.#flush(), noop);
  }

  #flush() {
    if (this.#batched === 0) return; // The batch reached its maximum length and was sent.
    const text = this.#batched === 1 ? this.#batch : `[${this.#batch}]`;
    this.#batch = "";
    this.#batched = 0;
    if (this.#isClosed) return;
    try {
      this.#port.send(text);
    } catch (error) {
      // Its calls would wait forever: nothing else rejects calls that were never sent.
      this.close("UNAVAILABLE", BridgeError.isBridgeError(error) ? error.message : "the carrier failed");
      surface(error);
    }
  }
}

/**
 * A bridge over a carrier of text, with the functions for the carrier to call.
 *
 * @param {Port} port
 * @param {LinkOptions & import("./session.js").Options} [options]
 */
export const connectJsonRpc = (port, options = {}) => {
  const link = new JsonRpcLink(port, options);
  const bridge = createBridge(link, options);
  return freeze({
    bridge,
    deliver: (/** @type {string} */ text, /** @type {unknown[] | undefined} */ attachments) => link.deliver(text, attachments),
    close: (/** @type {string | undefined} */ code, /** @type {string | undefined} */ message) => link.close(code, message),
  });
};
