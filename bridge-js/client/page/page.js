// @ts-check
// The client of a page in a web view. Native code injects it before the page's first script, in the page's own world.

import { defineProperty, freeze, global, hasOwn } from "../primordials.js";
import { DOWN, END, UP, hear, indexOf, isTop, isWelcome, offerPort, speaker } from "./page-port.js";
import { pack, unpack } from "./page-bytes.js";
import { connectJsonRpc } from "../json-rpc.js";
import { webkitMessageHandlers } from "../webkit.js";

/**
 * @typedef {object} PageOptions
 * @property {string[]} origins whose pages have the bridge
 * @property {string[]} frames origins whose frames have it, within such a page
 * @property {string[]} contracts what pages of the origins may use, in their order: texts, as `$/contract` answers
 * @property {string[]} frameContracts what frames of theirs may
 * @property {Partial<import("../encoder.js").Limits>} limits
 * @property {number} inline bytes of more than so many do not go into a message's text
 */

/**
 * @param {string} name
 * @param {unknown} value
 */
const install = (name, value) =>
  defineProperty(global, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, value, enumerable: true }));

/**
 * What this document may use, as the other side would answer.
 *
 * @param {PageOptions} options
 */
const contractOf = ({ origins, frames, contracts, frameContracts }) =>
  isTop ? contracts[indexOf(origins, location.origin)] : frameContracts[indexOf(frames, location.origin)];

/** @param {PageOptions} options */
const start = (options) => {
  // A document that is opened anew (`document.open`) is given its scripts again: it has its bridge still.
  if (!isWelcome(options) || Object.getOwnPropertyDescriptor(global, "bridge")?.writable === false) return;
  const { limits, inline } = options;
  const contract = contractOf(options);
  const node = offerPort();
  const say = speaker(node, UP);
  const send = (/** @type {string} */ text, /** @type {unknown[] | undefined} */ attachments) => say(pack(text, attachments));
  const { bridge, deliver, close } = connectJsonRpc({ send, inline, keepsDepth: true }, { batch: true, limits, discover: () => contract });
  hear(node, DOWN, (message) => {
    const { 0: text, 1: attachments } = unpack(message);
    deliver(text, attachments);
  });
  hear(node, END, (reason) => close("UNAVAILABLE", reason));
  install("bridge", bridge);
  // An application's own message handlers in the page's world stay: WebKit's object cannot be replaced then.
  if (!hasOwn(global, "webkit")) install("webkit", freeze({ messageHandlers: webkitMessageHandlers(bridge) }));
};

export default start;
