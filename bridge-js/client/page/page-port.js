// @ts-check
// The port between a page's world and the isolated world of its web view. This is the only module that uses the DOM.
//
// Both worlds see the same nodes, each through its own wrappers. A text node that is in no document carries the messages: its
// data is the message, and an event at it announces the message. The page's side makes the node and passes it to the isolated
// side as the `relatedTarget` of one event, before the first script of the page runs. No other code can obtain the node later.

import { uncurry } from "../../shared/uncurry.js";

/** @param {object} owner @param {string} name */
const accessor = (owner, name) => /** @type {Required<PropertyDescriptor>} */ (Object.getOwnPropertyDescriptor(owner, name));

const data = accessor(CharacterData.prototype, "data");
const readData = uncurry(data.get);
const writeData = uncurry(data.set);
const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
const listen = uncurry(EventTarget.prototype.addEventListener);
const unlisten = uncurry(EventTarget.prototype.removeEventListener);
const relatedTarget = uncurry(accessor(MouseEvent.prototype, "relatedTarget").get);
const { Event: EventOf, MouseEvent: MouseEventOf } = globalThis;
const target = globalThis;

/** The port of the bridge. */
const BRIDGE = "causeway";
/** The event with which the page's side offers its node. */
const offerOf = (/** @type {string} */ port) => `${port}-offer`;
/** The event with which the isolated side requests the node. */
const askOf = (/** @type {string} */ port) => `${port}-ask`;
/** The events for a message to native code, a message to the page, and the end. */
export const UP = "up";
export const DOWN = "down";
export const END = "end";
const JOIN = "join";

/** A longer text is removed from the node after its message. */
const SHORT = 1024;

/**
 * A function that sends messages of one kind.
 *
 * The messages share one event object: one for each message, with its wrappers in both worlds, makes a call 5 % slower.
 *
 * @param {Node} node
 * @param {string} kind
 * @returns {(text: string) => void}
 */
export const makeSender = (node, kind) => {
  const event = new EventOf(kind);
  let isSending = false;
  return (text) => {
    const isWithin = isSending; // A debugger may stop in the listener of the previous message.
    isSending = true;
    writeData(node, text);
    dispatch(node, isWithin ? new EventOf(kind) : event);
    isSending = isWithin;
    if (text.length > SHORT) writeData(node, "");
  };
};

/**
 * @param {Node} node
 * @param {string} kind
 * @param {(text: string) => void} take
 */
export const onMessage = (node, kind, take) => listen(node, kind, () => take(/** @type {string} */ (readData(node))));

/**
 * The page's side: makes a node that the isolated side has, or will have before the page's first script.
 *
 * @param {string} port its name: each has another isolated side
 * @returns {Node}
 */
export const offerPort = (port = BRIDGE) => {
  const node = document.createTextNode("");
  const offer = () => void dispatch(target, new MouseEventOf(offerOf(port), { relatedTarget: node }));
  // Either side may be evaluated first.
  listen(target, askOf(port), offer);
  listen(node, JOIN, () => unlisten(target, askOf(port), offer), { once: true });
  offer();
  return node;
};

/**
 * The isolated side: accepts the first node that is offered, and no other.
 *
 * @param {(node: Node) => void} take
 * @param {string} port
 */
export const acceptPort = (take, port = BRIDGE) => {
  const accept = (/** @type {unknown} */ event) => {
    unlisten(target, offerOf(port), accept);
    const node = /** @type {Node} */ (relatedTarget(event));
    take(node);
    dispatch(node, new EventOf(JOIN));
  };
  listen(target, offerOf(port), accept);
  dispatch(target, new EventOf(askOf(port)));
};

/** Whether this document is the top-level document of the view. */
export const isTop = window === window.top;

/**
 * Whether this document may have the bridge: a top-level document of one of these origins, or a frame in such a document.
 *
 * @param {{ origins: string[], frames: string[] }} options the origins of top-level documents, and of frames in them
 */
export const isAllowed = ({ origins, frames }) => {
  // The location of a sandboxed or `srcdoc` document may show an origin that the document does not have.
  if (globalThis.origin !== location.origin) return false;
  if (isTop) return indexOf(origins, location.origin) >= 0;
  const around = Reflect.get(location, "ancestorOrigins");
  if (around.length === 0 || indexOf(origins, around[around.length - 1]) < 0) return false;
  return indexOf(frames, location.origin) >= 0;
};

/**
 * @param {string[]} list
 * @param {string} text
 */
export const indexOf = (list, text) => {
  for (let at = 0; at < list.length; at += 1) if (list[at] === text) return at;
  return -1;
};
