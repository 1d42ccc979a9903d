// @ts-check
// The states of ports, by which ports are known.

import { isObject } from "../../shared/is-object.js";
import { WeakMap, weakMapGet } from "../../shared/primordials.js";

/** @typedef {{ end: import("./message-port.js").End | undefined, onmessage: import("../events/event-handler.js").EventHandler, onmessageerror: import("../events/event-handler.js").EventHandler }} PortState `end` until the transfer */

/** @type {WeakMap<object, PortState>} */
export const states = new WeakMap();

/** @param {unknown} value */
export const isPort = (value) => isObject(value) && weakMapGet(states, value) !== undefined;
