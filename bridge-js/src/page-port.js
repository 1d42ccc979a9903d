// @ts-check
// The way between a page's world and the isolated world of its web view, and the only place that knows of the DOM.
//
// Both worlds see the same nodes, each by wrappers of its own. A text node that is in no document carries the messages:
// its data is the message, an event at it says that there is one, and the event's detail holds the bytes that go with it:
// the engine clones them into the world that looks. The page's side makes it and hands it to the isolated
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
const detail = uncurry(accessor(CustomEvent.prototype, "detail").get);
const { CustomEvent: CustomEventOf, Event: EventOf, MouseEvent: MouseEventOf } = globalThis;
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
/** Added to the kind of a message that has bytes beside its text. */
const WITH_BYTES = "-bytes";

/**
 * @param {Node} node
 * @param {string} kind
 * @param {string} text
 * @param {ArrayBuffer[]} [attachments]
 */
export const say = (node, kind, text, attachments) => {
  writeData(node, text);
  if (attachments === undefined) dispatch(node, new EventOf(kind));
  else dispatch(node, new CustomEventOf(kind + WITH_BYTES, /** @type {CustomEventInit} */ ({ __proto__: null, detail: attachments })));
  writeData(node, ""); // A large text lives no longer than its message.
};

/**
 * @param {Node} node
 * @param {string} kind
 * @param {(text: string, attachments?: ArrayBuffer[]) => void} take
 */
export const hear = (node, kind, take) => {
  listen(node, kind, () => take(/** @type {string} */ (readData(node))));
  listen(node, kind + WITH_BYTES, (event) => {
    take(/** @type {string} */ (readData(node)), /** @type {ArrayBuffer[]} */ (detail(event)));
  });
};

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

/**
 * Whether this is the top frame of an origin that may have the bridge.
 *
 * @param {string[]} origins
 */
export const isWelcome = (origins) => {
  if (window !== window.top) return false;
  for (let at = 0; at < origins.length; at += 1) if (origins[at] === location.origin) return true;
  return false;
};
