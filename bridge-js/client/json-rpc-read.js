// @ts-check
// Classifies a JSON-RPC message and extracts its values. These functions have no effects.
//
// docs/wire.md describes the messages. Tests/Fixtures/wire has one example of each.

import { hasOwn, isArray, isSafeInteger, objectKeys } from "../shared/primordials.js";
import { INVALID_PARAMS, INVALID_REQUEST, errorFromWire } from "./json-rpc-codes.js";
import { own } from "./values.js";

/** @typedef {import("./kinds.js").Id} Id */

/**
 * Values stay encoded; a value that is missing is `undefined`.
 *
 * @typedef {{ kind: "call", id: Id, method: string, value: unknown, timeout?: number, credit?: number, metadata?: unknown }
 *   | { kind: "answer", id: Id, value: unknown }
 *   | { kind: "error", id: Id, error: Record<string, unknown> }
 *   | { kind: "cancel", id: Id }
 *   | { kind: "progress", id: Id, value: unknown }
 *   | { kind: "item", id: Id, value: unknown }
 *   | { kind: "credit", id: Id, items: number }
 *   | { kind: "event", event: string, value: unknown }
 *   | { kind: "invalid", id: Id | null, code: number }
 *   | { kind: "ignored" }} Message
 */

/** @type {Message} */
const IGNORED = { kind: "ignored" };

/**
 * @param {unknown} id
 * @returns {id is Id}
 */
const isId = (id) => typeof id === "string" || isSafeInteger(id);

/** @param {unknown} value */
const isRecord = (value) => typeof value === "object" && value !== null && !isArray(value);

/** @param {unknown} metadata */
const isMetadata = (metadata) => {
  if (metadata === undefined) return true;
  if (!isRecord(metadata)) return false;
  const names = objectKeys(/** @type {object} */ (metadata));
  for (let at = 0; at < names.length; at += 1) {
    if (typeof (/** @type {Record<string, unknown>} */ (metadata)[names[at]]) !== "string") return false;
  }
  return true;
};

/**
 * @param {unknown} id
 * @param {number} code
 * @returns {Message}
 */
const invalid = (id, code) => ({ kind: "invalid", id: isId(id) ? id : null, code });

/**
 * @param {unknown} message one parsed message, not a batch
 * @returns {Message}
 */
export const readMessage = (message) => {
  if (!isRecord(message)) return invalid(null, INVALID_REQUEST);
  const id = own(message, "id");
  const method = own(message, "method");
  if (own(message, "jsonrpc") !== "2.0") return invalid(id, INVALID_REQUEST);
  if (method === undefined) return readAnswer(message, id);
  const hasId = hasOwn(/** @type {object} */ (message), "id");
  if (typeof method !== "string" || (hasId && !isId(id))) return invalid(id, INVALID_REQUEST);
  const params = own(message, "params");
  return hasId ? readRequest(/** @type {Id} */ (id), method, params) : readNotification(method, params);
};

/**
 * @param {unknown} message
 * @param {unknown} id
 * @returns {Message}
 */
const readAnswer = (message, id) => {
  const error = own(message, "error");
  const hasResult = hasOwn(/** @type {object} */ (message), "result");
  if (error === undefined && !hasResult) return invalid(id, INVALID_REQUEST);
  if (!isId(id)) return IGNORED; // The other side could not read a message of ours: no call is pending under that id.
  if (error === undefined) return { kind: "answer", id, value: own(message, "result") };
  if (hasResult || !isRecord(error)) {
    return { kind: "error", id, error: { code: "INTERNAL", message: "the answer is malformed" } };
  }
  return { kind: "error", id, error: errorFromWire(error) };
};

/**
 * @param {Id} id
 * @param {string} method
 * @param {unknown} params
 * @returns {Message}
 */
const readRequest = (id, method, params) => {
  if (params === undefined) return { kind: "call", id, method, value: undefined };
  if (isRecord(params)) return { kind: "call", id, method, value: params };
  if (!isArray(params)) return invalid(id, INVALID_REQUEST);
  if (params.length > 2) return invalid(id, INVALID_PARAMS);
  const value = params.length > 0 ? params[0] : undefined;
  if (params.length < 2) return { kind: "call", id, method, value };
  const meta = params[1];
  const limit = own(meta, "timeout");
  const timeout = limit === "Infinity" ? Infinity : limit;
  const credit = own(meta, "credit");
  const metadata = own(meta, "metadata");
  const isTimeout = timeout === undefined || (typeof timeout === "number" && timeout >= 0);
  const isCredit = credit === undefined || (isSafeInteger(credit) && /** @type {number} */ (credit) >= 0);
  if (!isRecord(meta) || !isTimeout || !isCredit || !isMetadata(metadata)) return invalid(id, INVALID_PARAMS);
  return { kind: "call", id, method, value, timeout, credit: /** @type {number | undefined} */ (credit), metadata };
};

/**
 * A notification is never answered, even if it is malformed.
 *
 * @param {string} method
 * @param {unknown} params
 * @returns {Message}
 */
const readNotification = (method, params) => {
  const id = own(params, "id");
  switch (method) {
    case "$/cancelRequest":
      return isId(id) ? { kind: "cancel", id } : IGNORED;
    case "$/credit": {
      const items = own(params, "items");
      return isId(id) && isSafeInteger(items) && /** @type {number} */ (items) > 0
        ? { kind: "credit", id, items: /** @type {number} */ (items) }
        : IGNORED;
    }
    case "$/progress":
      return readProgress(own(params, "token"), own(params, "value"));
    case "$/event": {
      const event = own(params, "event");
      return typeof event === "string" ? { kind: "event", event, value: own(params, "value") } : IGNORED;
    }
    default:
      return IGNORED;
  }
};

/**
 * @param {unknown} id
 * @param {unknown} content
 * @returns {Message}
 */
const readProgress = (id, content) => {
  if (!isId(id)) return IGNORED;
  const kind = own(content, "kind");
  if (kind === "report") return { kind: "progress", id, value: own(content, "value") };
  return kind === "item" ? { kind: "item", id, value: own(content, "value") } : IGNORED;
};
