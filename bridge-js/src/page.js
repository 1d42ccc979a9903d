// @ts-check
// The client of a page in a web view. Native code injects it before the page's first script, in the page's own world.

import { defineProperty, freeze, global, hasOwn } from "./primordials.js";
import { DOWN, END, UP, hear, isWelcome, offerPort, speaker } from "./page-port.js";
import { pack, unpack } from "./page-bytes.js";
import { connectJsonRpc } from "./json-rpc.js";
import { webkitMessageHandlers } from "./webkit.js";

/**
 * @typedef {object} PageOptions
 * @property {string[]} origins whose pages have the bridge
 * @property {string[]} frames origins whose frames have it, within such a page
 * @property {Partial<import("./encoder.js").Limits>} limits
 * @property {number} inline bytes of more than so many do not go into a message's text
 */

/**
 * @param {string} name
 * @param {unknown} value
 */
const install = (name, value) =>
  defineProperty(global, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, value, enumerable: true }));

/** @param {PageOptions} options */
const start = (options) => {
  // A document that is opened anew (`document.open`) is given its scripts again: it has its bridge still.
  if (!isWelcome(options) || Object.getOwnPropertyDescriptor(global, "bridge")?.writable === false) return;
  const { limits, inline } = options;
  const node = offerPort();
  const say = speaker(node, UP);
  const send = (/** @type {string} */ text, /** @type {unknown[] | undefined} */ attachments) => say(pack(text, attachments));
  const { bridge, deliver, close } = connectJsonRpc({ send, inline }, { batch: true, backstop: true, limits });
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
