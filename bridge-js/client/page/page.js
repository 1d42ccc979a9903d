// @ts-check
// The client of a page in a web view. Native code injects it before the page's first script, in the page's own world.

import { defineConstant } from "../../shared/define.js";
import { freeze, globalObject, hasOwn } from "../../shared/primordials.js";
import { DOWN, END, UP, onMessage, indexOf, isTop, isAllowed, offerPort, makeSender } from "./page-port.js";
import { pack, unpack } from "./page-bytes.js";
import { connectJsonRpc } from "../json-rpc.js";
import { webkitMessageHandlers } from "../webkit.js";

/**
 * @typedef {object} PageOptions
 * @property {string[]} origins the origins of pages that have the bridge
 * @property {string[]} frames the origins of frames in such a page that have it
 * @property {string[]} contracts the contracts of the origins, in the same order: texts, as `$/contract` answers
 * @property {string[]} frameContracts the contracts of the frames' origins
 * @property {Partial<import("../encoder.js").Limits>} limits
 * @property {number} inline more bytes than these do not go into the text of a message
 */

/**
 * The contract of this document, as the other side would answer it.
 *
 * @param {PageOptions} options
 */
const contractOf = ({ origins, frames, contracts, frameContracts }) =>
  isTop ? contracts[indexOf(origins, location.origin)] : frameContracts[indexOf(frames, location.origin)];

/** @param {PageOptions} options */
const start = (options) => {
  // `document.open` runs the scripts again in a document that has its bridge already.
  if (!isAllowed(options) || Object.getOwnPropertyDescriptor(globalObject, "bridge")?.writable === false) return;
  const { limits, inline } = options;
  const contract = contractOf(options);
  const node = offerPort();
  const post = makeSender(node, UP);
  const send = (/** @type {string} */ text, /** @type {unknown[] | undefined} */ attachments) => post(pack(text, attachments));
  const { bridge, deliver, close } = connectJsonRpc({ send, inline, keepsDepth: true, takesFunctions: true }, { batch: true, limits, discover: () => contract });
  onMessage(node, DOWN, (message) => {
    const { 0: text, 1: attachments } = unpack(message);
    deliver(text, attachments);
  });
  onMessage(node, END, (reason) => close("UNAVAILABLE", reason));
  defineConstant(globalObject, "bridge", bridge);
  // An application's own message handlers in the page's world are kept: WebKit's object cannot be replaced.
  if (!hasOwn(globalObject, "webkit")) defineConstant(globalObject, "webkit", freeze({ messageHandlers: webkitMessageHandlers(bridge) }));
};

export default start;
