// @ts-check
// A message with bytes as one text, between a page and native code. The engine's script messages carry no buffers, and its
// base64 is the fastest encoding.
//
// The text begins with the lengths of the attachments in base64, separated by commas, and a semicolon. The attachments follow,
// then the text of the message. A message without bytes is its text, which never begins with a digit.

import { fromBase64 } from "../../shared/base64.js";
import { bytesOf } from "../../shared/bytes.js";
import { list } from "../../shared/lists.js";
import { ArrayBuffer, stringIndexOf, stringSlice } from "../../shared/primordials.js";
import { encodeBytes } from "../bytes.js";

/**
 * @param {string} text
 * @param {unknown[] | undefined} attachments buffers and views
 */
export const pack = (text, attachments) => {
  if (attachments === undefined) return text;
  let sizes = "";
  let contents = "";
  for (let at = 0; at < attachments.length; at += 1) {
    const content = encodeBytes(bytesOf(attachments[at], "attachments"));
    sizes += at === 0 ? content.length : `,${content.length}`;
    contents += content;
  }
  return `${sizes};${contents}${text}`;
};

/**
 * @param {string} message in the format of native code, which is the same
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
    attachments[index] = fromBase64(stringSlice(message, at, at + length)) ?? new ArrayBuffer(0);
    at += length;
    from = to + 1;
  }
  return [stringSlice(message, at), attachments];
};
