// @ts-check
// The way between a page's world and the isolated world of its web view, and the only place that knows of the DOM.
//
// Both worlds see the same nodes, each by wrappers of its own. A text node that is in no document carries the messages:
// its data is the message, and an event at it says that there is one. The page's side makes it and hands it to the isolated
// side as the `relatedTarget` of one event, before any script of the page's runs. Whoever has not got it then, never will.

/**
 * Turns a method into a function that takes its receiver first.
 *
 * @template {unknown[]} Args
 * @template Result
 * @param {(...args: Args) => Result} method
 * @returns {(self: unknown, ...args: Args) => Result}
 */
const uncurry = (method) => Function.prototype.call.bind(method);

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

/** The page's side offers its node. */
const OFFER = "causeway-offer";
/** The isolated side asks for it. */
const ASK = "causeway-ask";
/** A message to native code, a message to the page, the end. */
export const UP = "up";
export const DOWN = "down";
export const END = "end";
const JOIN = "join";

/** A longer text lives no longer than its message. */
const SHORT = 1024;

/**
 * A function that sends messages of one kind.
 *
 * They share one event: one for each, with its wrappers in both worlds, makes a call 5 % slower.
 *
 * @param {Node} node
 * @param {string} kind
 * @returns {(text: string) => void}
 */
export const speaker = (node, kind) => {
  const event = new EventOf(kind);
  let isSpeaking = false;
  return (text) => {
    const isWithin = isSpeaking; // A debugger holds the listener of the message before up.
    isSpeaking = true;
    writeData(node, text);
    dispatch(node, isWithin ? new EventOf(kind) : event);
    isSpeaking = isWithin;
    if (text.length > SHORT) writeData(node, "");
  };
};

/**
 * @param {Node} node
 * @param {string} kind
 * @param {(text: string) => void} take
 */
export const hear = (node, kind, take) => listen(node, kind, () => take(/** @type {string} */ (readData(node))));

/**
 * The page's side: a node that the isolated side has, or will have before the page's first script.
 *
 * @returns {Node}
 */
export const offerPort = () => {
  const node = document.createTextNode("");
  const offer = () => void dispatch(target, new MouseEventOf(OFFER, { relatedTarget: node }));
  // Either side may be the first.
  listen(target, ASK, offer);
  listen(node, JOIN, () => unlisten(target, ASK, offer), { once: true });
  offer();
  return node;
};

/**
 * The isolated side: takes the first node that is offered, and no other.
 *
 * @param {(node: Node) => void} take
 */
export const takePort = (take) => {
  const accept = (/** @type {unknown} */ event) => {
    unlisten(target, OFFER, accept);
    const node = /** @type {Node} */ (relatedTarget(event));
    take(node);
    dispatch(node, new EventOf(JOIN));
  };
  listen(target, OFFER, accept);
  dispatch(target, new EventOf(ASK));
};

/** Whether this document is in the view itself, and not in a frame of another. */
export const isTop = window === window.top;

/**
 * Whether this document may have the bridge: that of the view, of one of these origins, or one in a frame of such a page.
 *
 * @param {{ origins: string[], frames: string[] }} who may have it: pages, and frames within them
 */
export const isWelcome = ({ origins, frames }) => {
  // A sandboxed document, or one that is made of a text, has an address of an origin without having that origin.
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
