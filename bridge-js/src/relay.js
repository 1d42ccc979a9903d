// @ts-check
// What stands between a page and native code: in an isolated world, where no script of the page's can reach it.
//
// Up: the page's name (32 digits) and the message's text; no text says that the page is there. Native code answers that
// with "" once it has found this very page in its view, or with the reason why it may not speak; messages wait until
// then. Every later answer, and whatever native code delivers by a call, is a number that counts up, a space, and the
// text: answers and calls may overtake each other, the page hears them in order.

import { DOWN, END, UP, hear, isWelcome, say, takePort } from "./page-port.js";

const { freeze, defineProperty } = Object;

/**
 * @typedef {object} RelayOptions
 * @property {string[]} origins
 * @property {string} handler the name of the native message handler
 */

const makeName = () => {
  let name = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) name += byte.toString(16).padStart(2, "0");
  return name;
};

/**
 * @param {Node} node
 * @param {(text: string) => Promise<unknown>} post
 */
const relay = (node, post) => {
  const name = makeName();
  let isOpen = false;
  let isClosed = false;
  /** @type {string[]} */
  let waiting = [];
  let next = 1;
  /** @type {Map<number, string>} */
  const early = new Map();

  const end = (/** @type {string} */ reason) => {
    if (isClosed) return;
    isClosed = true;
    waiting = [];
    early.clear();
    say(node, END, reason);
  };

  const deliver = (/** @type {unknown} */ given) => {
    if (isClosed || typeof given !== "string" || given === "") return;
    const space = given.indexOf(" ");
    const number = Number(given.slice(0, space));
    if (number !== next) {
      early.set(number, given.slice(space + 1));
      return;
    }
    /** @type {string | undefined} */
    let text = given.slice(space + 1);
    while (text !== undefined) {
      early.delete(next);
      next += 1;
      say(node, DOWN, text);
      text = early.get(next);
    }
  };

  const lost = () => end("the application does not answer");
  const send = (/** @type {string} */ text) => {
    try {
      post(name + text).then(deliver, lost);
    } catch {
      lost();
    }
  };

  hear(node, UP, (text) => {
    if (isOpen) send(text);
    else if (!isClosed) waiting.push(text);
    else say(node, END, "the application does not answer");
  });

  post(name).then((refusal) => {
    if (refusal !== "") return end(typeof refusal === "string" ? refusal : "the application does not answer");
    isOpen = true;
    for (const text of waiting) send(text);
    waiting = [];
  }, lost);

  return freeze({ name, origin: location.origin, deliver, end });
};

/** @param {RelayOptions} options */
const start = ({ origins, handler }) => {
  if (!isWelcome(origins)) return;
  const native = Reflect.get(globalThis, "webkit").messageHandlers[handler];
  takePort((node) => {
    const value = relay(node, (text) => native.postMessage(text));
    defineProperty(globalThis, "causeway", { value });
  });
};

export default start;
