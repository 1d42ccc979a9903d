// @ts-check
// The relay between a page and native code. It runs in an isolated world, where no script of the page can reach it.
//
// To native code: the page's name (32 digits), the number of the message, a space and its text. The name alone announces the
// page. Native code answers the announcement with "" after it has found this page in its view, or with the reason of a refusal;
// messages wait until then. Every later answer, and every text that native code delivers by a call, is a number, a space and a
// text. The numbers of each direction count up, and a message that overtook another one is delivered after it.
//
// Native code cannot call a frame. The relay of a frame announces its name with "@" and its origin. It also passes its name to
// the relay of the surrounding page, which forwards it with "^": so a frame of another window never has this page's bridge. It
// always leaves one of its messages unanswered ("=" if there is no other), which native code can answer with a message, or with
// "!" and the reason of the end. It sends "~" when its document is unloaded.

import { noop } from "../../shared/noop.js";
import { DOWN, END, UP, onMessage, isTop, isAllowed, makeSender, acceptPort } from "./page-port.js";
import { makeGate } from "./relay-gate.js";

const { freeze, defineProperty, hasOwn } = Object;

/** The beginning of the message in which a frame passes its name to the surrounding page. */
const INTRODUCTION = "causeway-frame ";

/**
 * @typedef {object} RelayOptions
 * @property {string[]} origins the origins of pages that have the bridge
 * @property {string[]} frames the origins of frames in such a page that have it
 * @property {string} handler the name of the native message handler
 * @property {number} bytesInFlight
 * @property {number} callsInFlight
 * @property {number} unansweredBytes the characters that native code may have processed without answering
 * @property {number} unansweredCalls
 */

/** The most names of one frame that are forwarded at once: a frame may navigate before its first name has arrived. */
const MOST_NAMES = 4;

const makeName = () => {
  let name = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) name += byte.toString(16).padStart(2, "0");
  return name;
};

/**
 * Delivers messages in the order of their numbers, from 1 on.
 *
 * @param {(text: string) => void} take
 */
const inOrder = (take) => {
  let next = 1;
  /** @type {Map<number, string>} */
  const early = new Map();
  return (/** @type {number} */ number, /** @type {string} */ text) => {
    if (number !== next) {
      early.set(number, text);
      return;
    }
    /** @type {string | undefined} */
    let turn = text;
    for (; turn !== undefined; turn = early.get(next)) {
      early.delete(next);
      next += 1;
      take(turn);
    }
  };
};

/**
 * @param {Node} node
 * @param {(text: string) => Promise<unknown>} native
 * @param {RelayOptions} options
 */
const relay = (node, native, options) => {
  const name = makeName();
  const send = makeSender(node, DOWN);
  const sendEnd = makeSender(node, END);
  let isOpen = false;
  let isClosed = false;
  let sent = 0;
  /** The number of messages that native code has not answered. */
  let unanswered = 0;

  const end = (/** @type {string} */ reason) => {
    if (isClosed) return;
    isClosed = true;
    gate.close();
    sendEnd(reason);
  };
  const lost = () => end("the application does not answer");

  const take = inOrder((text) => {
    if (!isClosed) send(text);
  });
  const deliver = (/** @type {unknown} */ given) => {
    if (typeof given !== "string" || given === "") return;
    if (given[0] === "!") return end(given.slice(1));
    const space = given.indexOf(" ");
    take(Number(given.slice(0, space)), given.slice(space + 1));
  };
  const answered = (/** @type {unknown} */ given) => {
    unanswered -= 1;
    deliver(given);
    listen();
  };
  const post = (/** @type {string} */ text, taken = noop) => {
    unanswered += 1;
    const done = (/** @type {unknown} */ given) => {
      taken();
      answered(given);
    };
    try {
      native(text).then(done, lost);
    } catch {
      lost();
    }
  };
  /** Sends a message for native code to answer, where it cannot call. */
  const listen = () => {
    if (!isTop && isOpen && !isClosed && unanswered === 0) post(`${name}=`);
  };

  const gate = makeGate({
    bytes: { maximum: options.bytesInFlight, spare: options.unansweredBytes },
    calls: { maximum: options.callsInFlight, spare: options.unansweredCalls },
    post: (text, taken) => post(`${name}${(sent += 1)} ${text}`, taken),
    refuse: send,
  });

  onMessage(node, UP, (text) => {
    if (isClosed) sendEnd("the application does not answer");
    else gate.take(text);
  });

  const opened = native(isTop ? name : `${name}@${location.origin}`).then((refusal) => {
    if (refusal !== "") return end(typeof refusal === "string" ? refusal : "the application does not answer");
    isOpen = true;
    gate.open();
    listen();
  }, lost);

  return freeze({ name, origin: location.origin, deliver, end, opened });
};

/**
 * Forwards the names of the frames that may have the bridge. No script of the page receives these messages.
 *
 * @param {string} name
 * @param {Promise<void>} opened
 * @param {(text: string) => Promise<unknown>} native
 */
const introduceFrames = (name, opened, native) => {
  /**
   * The number of names of each window that are being forwarded: a script may send any number.
   *
   * @type {WeakMap<object, number>}
   */
  const underway = new WeakMap();
  addEventListener(
    "message",
    (event) => {
      const { data, source } = event;
      if (typeof data !== "string" || !data.startsWith(INTRODUCTION)) return;
      event.stopImmediatePropagation();
      if (source === null || data.length !== INTRODUCTION.length + name.length) return;
      const count = underway.get(source) ?? 0;
      if (count >= MOST_NAMES) return;
      underway.set(source, count + 1);
      const settled = () => void underway.set(source, (underway.get(source) ?? 1) - 1);
      // If this fails, the frame has no bridge.
      opened.then(() => native(`${name}^${data.slice(INTRODUCTION.length)}`)).then(settled, settled);
    },
    { capture: true },
  );
};

/**
 * Passes the name of this frame to the surrounding page.
 *
 * @param {string} name
 */
const joinPage = (name) => {
  const { ancestorOrigins } = location;
  /** @type {Window} */ (window.top).postMessage(INTRODUCTION + name, ancestorOrigins[ancestorOrigins.length - 1]);
};

/** @param {RelayOptions} options */
const start = (options) => {
  if (!isAllowed(options)) return;
  const { messageHandlers } = Reflect.get(globalThis, "webkit");
  const native = (/** @type {string} */ text) => messageHandlers[options.handler].postMessage(text);
  const listen = (/** @type {{ name: string, opened: Promise<void> }} */ { name, opened }) => {
    if (!isTop) addEventListener("pagehide", () => void native(`${name}~`).catch(noop));
    else if (options.frames.length > 0) introduceFrames(name, opened, native);
  };
  // `document.open` removes the listeners of a document and runs the scripts again: the relay exists already.
  if (hasOwn(globalThis, "causeway")) return listen(Reflect.get(globalThis, "causeway"));
  acceptPort((node) => {
    const value = relay(node, native, options);
    defineProperty(globalThis, "causeway", { value });
    listen(value);
    if (!isTop) joinPage(value.name);
  });
};

export default start;
