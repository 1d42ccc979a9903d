// @ts-check
// Dispatches the messages of the other side in the order in which they arrive.

import { BridgeError } from "./errors.js";
import * as kinds from "./kinds.js";
import { textOr } from "./values.js";

/** @typedef {import("./kinds.js").Id} Id */

/** @typedef {[text: string | unknown[], attachments?: unknown[]]} Encoded */
/** @typedef {[method: string, text: string | unknown[], attachments?: unknown[], timeout?: number, credit?: number,
 *   metadata?: string[]]} EncodedRequest */

/**
 * @param {import("./parts.js").Parts} parts
 * @returns {import("./kinds.js").Receive}
 */
export const makeReceive = (parts) => {
  const { session, calls } = parts;
  // Read once: an accessor costs an interpreter more than the rest of this function.
  /** @type {import("./handlers.js").Handlers | undefined} */
  let handlers;
  /** @type {import("./events.js").Events | undefined} */
  let events;

  /**
   * @param {Id} id
   * @param {unknown} value
   */
  const settle = (id, value) => {
    if (calls.resolve(/** @type {number} */ (id), value)) return;
    const reader = parts.reader(/** @type {number} */ (id));
    if (reader !== undefined) reader.end();
    else session.late += 1;
  };

  /**
   * @param {Id} id
   * @param {unknown} content
   * @param {unknown[] | undefined} attachments
   */
  const fail = (id, content, attachments) => {
    if (calls.rejectEncoded(/** @type {number} */ (id), content, attachments)) return;
    const reader = parts.reader(/** @type {number} */ (id));
    if (reader !== undefined) reader.failEncoded(content, attachments);
    else session.late += 1;
  };
  /**
   * A value that cannot be decoded ends its own call and nothing else.
   *
   * @param {Id} id
   * @param {unknown} error
   */
  const failLocally = (id, error) => {
    const failure = BridgeError.isBridgeError(error)
      ? error
      : new BridgeError("INTERNAL", "the answer cannot be read", { cause: error });
    if (calls.reject(/** @type {number} */ (id), failure)) return;
    parts.reader(/** @type {number} */ (id))?.fail(failure);
  };

  /**
   * @param {Id} id
   * @param {Encoded} body
   * @param {(id: Id, value: unknown) => void} deliver
   */
  const decoded = (id, body, deliver) => {
    let value;
    try {
      value = session.decode(body[0], body[1]);
    } catch (error) {
      failLocally(id, error);
      return;
    }
    deliver(id, value);
  };

  const progress = (/** @type {Id} */ id, /** @type {unknown} */ value) => calls.progress(/** @type {number} */ (id), value);
  const item = (/** @type {Id} */ id, /** @type {unknown} */ value) => parts.reader(/** @type {number} */ (id))?.item(value);

  /**
   * @param {Id} id
   * @param {EncodedRequest} body
   */
  const request = (id, body) => {
    let params;
    try {
      params = session.decode(body[1], body[2]);
    } catch (error) {
      parts.handlers.refuse(id, error);
      return;
    }
    (handlers ??= parts.handlers).serve(id, body[0], params, body[3], body[4], body[5]);
  };

  /** @param {[string, string]} body */
  const close = (body) => {
    if (session.closed !== undefined) return;
    const code = textOr(body[0], "UNAVAILABLE");
    const message = textOr(body[1], "the bridge was closed");
    session.closed = new BridgeError(code, message);
    parts.close(code, message);
  };

  /**
   * @param {number} kind
   * @param {Id} id
   * @param {*} body
   */
  const one = (kind, id, body) => {
    switch (kind) {
      case kinds.RESULT:
        return settle(id, body);
      case kinds.RESULT_ENCODED:
        return decoded(id, body, settle);
      case kinds.ERROR:
        return fail(id, body[0], body[1]);
      case kinds.PROGRESS:
        return progress(id, body);
      case kinds.PROGRESS_ENCODED:
        return decoded(id, body, progress);
      case kinds.ITEM:
        return item(id, body);
      case kinds.ITEM_ENCODED:
        return decoded(id, body, item);
      case kinds.EVENT:
        return (events ??= parts.events).emit(body[0], body[1]);
      case kinds.EVENT_ENCODED:
        events ??= parts.events;
        if (events.hasListeners(body[0])) events.emit(body[0], session.decode(body[1], body[2]));
        return;
      case kinds.REQUEST:
        return (handlers ??= parts.handlers).serve(id, body[0], body[1], body[2], body[3], body[4]);
      case kinds.REQUEST_ENCODED:
        return request(id, body);
      case kinds.CANCEL:
        return parts.handlers.cancel(id, textOr(body, "CANCELLED"));
      case kinds.CREDIT:
        return parts.handlers.credit(id, body);
      case kinds.CLOSE:
        return close(body);
      default:
        throw new BridgeError("INTERNAL", `unknown kind of message: ${kind}`);
    }
  };

  /**
   * A message that fails does not affect the others.
   *
   * @param {number} kind
   * @param {Id} id
   * @param {unknown} body
   */
  const guarded = (kind, id, body) => {
    try {
      one(kind, id, body);
    } catch (error) {
      session.report(error);
    }
  };

  return function receive(kind, id, body) {
    guarded(kind, id, body);
    for (let at = 3; at < arguments.length; at += 3) guarded(arguments[at], arguments[at + 1], arguments[at + 2]);
  };
};
