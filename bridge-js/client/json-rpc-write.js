// @ts-check
// JSON-RPC messages as text. Bodies are encoded already and are inserted as they are, without parsing.

import { isFinite, stringify } from "../shared/primordials.js";
import { TAG_TEXT } from "./kinds.js";
import { errorToWire } from "./json-rpc-codes.js";

/** @typedef {import("./kinds.js").Id} Id */

/**
 * Bridge JSON of a body that the core encoded.
 *
 * @param {number} tag
 * @param {unknown} body
 */
export const bodyText = (tag, body) => {
  if (tag === TAG_TEXT) return /** @type {string} */ (body);
  if (body === undefined) return '{"$undefined":true}';
  if (typeof body !== "number") return stringify(body);
  if (!isFinite(body)) return `{"$number":"${body}"}`;
  return body === 0 && 1 / body < 0 ? '{"$number":"-0"}' : `${body}`;
};

/** @param {Id} id */
const idText = (id) => (typeof id === "number" ? `${id}` : stringify(id));

/**
 * @param {number | undefined} timeout
 * @param {number | undefined} credit
 * @param {string[] | undefined} metadata
 */
const metaText = (timeout, credit, metadata) => {
  let text = timeout === undefined ? "" : `"timeout":${timeout === Infinity ? '"Infinity"' : timeout}`;
  if (credit !== undefined) text += `${text === "" ? "" : ","}"credit":${credit}`;
  if (metadata === undefined) return text;
  let pairs = "";
  for (let at = 0; at < metadata.length; at += 2) {
    pairs += `${at === 0 ? "" : ","}${stringify(metadata[at])}:${stringify(metadata[at + 1])}`;
  }
  return `${text}${text === "" ? "" : ","}"metadata":{${pairs}}`;
};

/**
 * @param {Id} id
 * @param {string} method
 * @param {number} tag
 * @param {unknown} body
 * @param {number | undefined} timeout
 * @param {number | undefined} credit
 * @param {string[] | undefined} metadata
 */
export const requestText = (id, method, tag, body, timeout, credit, metadata) => {
  const meta = metaText(timeout, credit, metadata);
  const head = `{"jsonrpc":"2.0","id":${idText(id)},"method":${stringify(method)}`;
  if (body === undefined && meta === "") return `${head}}`;
  return `${head},"params":[${bodyText(tag, body)}${meta === "" ? "" : `,{${meta}}`}]}`;
};

/**
 * @param {Id} id
 * @param {string} value
 */
export const answerText = (id, value) => `{"jsonrpc":"2.0","id":${idText(id)},"result":${value}}`;

/**
 * @param {Id} id
 * @param {string} content text of an `$error` content
 */
export const errorText = (id, content) => `{"jsonrpc":"2.0","id":${idText(id)},"error":${errorToWire(content)}}`;

/**
 * The answer to a text that is not a message.
 *
 * @param {Id | null} id
 * @param {number} code
 * @param {string} message
 */
export const refusalText = (id, code, message) =>
  `{"jsonrpc":"2.0","id":${id === null ? "null" : idText(id)},"error":{"code":${code},"message":${stringify(message)}}}`;

/** @param {Id} id */
export const cancelText = (id) => `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${idText(id)}}}`;

/**
 * @param {Id} id
 * @param {"report" | "item"} kind
 * @param {string} value
 */
export const progressText = (id, kind, value) =>
  `{"jsonrpc":"2.0","method":"$/progress","params":{"token":${idText(id)},"value":{"kind":"${kind}","value":${value}}}}`;

/**
 * @param {Id} id
 * @param {unknown} items
 */
export const creditText = (id, items) => `{"jsonrpc":"2.0","method":"$/credit","params":{"id":${idText(id)},"items":${items}}}`;
