// @ts-check
// The isolated side of a page's console: passes its messages to native code.

import { acceptPort, onMessage, UP } from "../client/page/page-port.js";
import { PORT } from "./port.js";
import { makeTaker } from "./taker.js";

/** @typedef {{ handler: string, characters: number, messages: number }} ConsoleRelayOptions */

/** @param {ConsoleRelayOptions} options */
const start = ({ handler, characters, messages }) => {
  const { messageHandlers } = Reflect.get(globalThis, "webkit");
  const native = (/** @type {string} */ text) => messageHandlers[handler].postMessage(text);
  acceptPort((node) => onMessage(node, UP, makeTaker(native, { characters, messages })), PORT);
};

export default start;
