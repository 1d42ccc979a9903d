// @ts-check
// A message with bytes as one text, between a page and native code: the engine's messages carry no buffers, and its own
// base64 is faster than every other way.
//
// First the lengths of its attachments in base64, separated by commas, and a semicolon; then the attachments; then its text.
// A message without bytes is its text, which begins with no digit.

import { bytesOf, encodeBytes } from "../bytes.js";
import { fromBase64 } from "../base64.js";
import { ArrayBufferOf, list, stringIndexOf, stringSlice } from "../primordials.js";

/**
 * @param {string} text
 * @param {unknown[] | undefined} attachments buffers and views
 */
export const pack = (text, attachments) => {
  if (attachments === undefined) return text;
  let sizes = "";
  let contents = "";
  for (let at = 0; at < attachments.length; at += 1) {
    const content = encodeBytes(bytesOf(attachments[at]));
    sizes += at === 0 ? content.length : `,${content.length}`;
    contents += content;
  }
  return `${sizes};${contents}${text}`;
};

/**
 * @param {string} message as native code packs it
 * @returns {[text: string, attachments: ArrayBuffer[] | undefined]}
 */
export const unpack = (message) => {
  if (!(message[0] >= "0" && message[0] <= "9")) return [message, undefined];
  const end = stringIndexOf(message, ";");
  let count = 1;
  for (let at = 0; at < end; at += 1) if (message[at] === ",") count += 1;
  const attachments = /** @type {ArrayBuffer[]} */ (list(count));
  let from = 0;
  let at = end + 1;
  for (let index = 0; index < count; index += 1) {
    let to = from;
    while (to < end && message[to] !== ",") to += 1;
    const length = +stringSlice(message, from, to);
    attachments[index] = fromBase64(stringSlice(message, at, at + length)) ?? new ArrayBufferOf(0);
    at += length;
    from = to + 1;
  }
  return [stringSlice(message, at), attachments];
};
