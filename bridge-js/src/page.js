// @ts-check
// The client of a page in a web view. Native code injects it before the page's first script, in the page's own world.

import { defineProperty, freeze, global } from "./primordials.js";
import { DOWN, END, UP, hear, isWelcome, offerPort, say } from "./page-port.js";
import { connectJsonRpc } from "./json-rpc.js";
import { webkitMessageHandlers } from "./webkit.js";

/**
 * @typedef {object} PageOptions
 * @property {string[]} origins whose pages have the bridge
 * @property {Partial<import("./encoder.js").Limits>} limits
 */

/**
 * @param {string} name
 * @param {unknown} value
 */
const install = (name, value) =>
  defineProperty(global, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, value, enumerable: true }));

/** @param {PageOptions} options */
const start = ({ origins, limits }) => {
  if (!isWelcome(origins)) return;
  const node = offerPort();
  const send = (/** @type {string} */ text) => say(node, UP, text);
  const { bridge, deliver, close } = connectJsonRpc({ send }, { batch: true, backstop: true, limits });
  hear(node, DOWN, deliver);
  hear(node, END, (reason) => close("UNAVAILABLE", reason));
  install("bridge", bridge);
  install("webkit", freeze({ messageHandlers: webkitMessageHandlers(bridge) }));
};

export default start;
