// @ts-check
// What stands between a page and native code: in an isolated world, where no script of the page's can reach it.
//
// Up: the page's name (32 digits), the message's number, a space and its text; the name alone says that the page is
// there. Native code answers that with "" once it has found this very page in its view, or with the reason why it may not
// speak; messages wait until then. Every later answer, and whatever native code delivers by a call, is a number, a space
// and a text. Both sides count up, and hear what overtook another message after it.
//
// A relay in a frame, which native code cannot call, says its origin behind an "@" with its name, and gives its name to the
// relay of the page around it, which passes it on behind a "^": a frame of some other window has the bridge of nobody's.
// It sees to it that native code always has one of its messages ("=" for want of another) to answer, by a message or by "!"
// and the reason why it is the end. It says "~" when its document goes.

import { DOWN, END, UP, hear, isTop, isWelcome, speaker, takePort } from "./page-port.js";
import { makeGate } from "./relay-gate.js";

const { freeze, defineProperty, hasOwn } = Object;

/** What a frame says to the page around it, before its name. */
const INTRODUCTION = "causeway-frame ";

/**
 * @typedef {object} RelayOptions
 * @property {string[]} origins whose pages have the bridge
 * @property {string[]} frames origins whose frames have it, within such a page
 * @property {string} handler the name of the native message handler
 * @property {number} bytesInFlight
 * @property {number} callsInFlight
 * @property {number} unansweredBytes how much of what native code has taken it may not have answered
 * @property {number} unansweredCalls
 */

/** How many names of one frame may be on their way: it may go to another page before the first is there. */
const MOST_NAMES = 4;

const noop = () => {};

const makeName = () => {
  let name = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) name += byte.toString(16).padStart(2, "0");
  return name;
};

/**
 * Hands on what comes in the order of its numbers, from 1 on.
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
  const say = speaker(node, DOWN);
  const sayEnd = speaker(node, END);
  let isOpen = false;
  let isClosed = false;
  let sent = 0;
  /** Messages that native code has not answered. */
  let unanswered = 0;

  const end = (/** @type {string} */ reason) => {
    if (isClosed) return;
    isClosed = true;
    gate.close();
    sayEnd(reason);
  };
  const lost = () => end("the application does not answer");

  const take = inOrder((text) => {
    if (!isClosed) say(text);
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
  /** Where native code cannot call, it has a message to answer. */
  const listen = () => {
    if (!isTop && isOpen && !isClosed && unanswered === 0) post(`${name}=`);
  };

  const gate = makeGate({
    bytes: { maximum: options.bytesInFlight, spare: options.unansweredBytes },
    calls: { maximum: options.callsInFlight, spare: options.unansweredCalls },
    post: (text, taken) => post(`${name}${(sent += 1)} ${text}`, taken),
    refuse: say,
  });

  hear(node, UP, (text) => {
    if (isClosed) sayEnd("the application does not answer");
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
 * Passes on the names of the frames that may have the bridge. No script of the page's hears them.
 *
 * @param {string} name
 * @param {Promise<void>} opened
 * @param {(text: string) => Promise<unknown>} native
 */
const introduceFrames = (name, opened, native) => {
  /**
   * How many names of each window are on their way: a script may send as many as it likes.
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
      // Where it fails nobody has a bridge.
      opened.then(() => native(`${name}^${data.slice(INTRODUCTION.length)}`)).then(settled, settled);
    },
    { capture: true },
  );
};

/**
 * Gives the frame's name to the page around it.
 *
 * @param {string} name
 */
const joinPage = (name) => {
  const { ancestorOrigins } = location;
  /** @type {Window} */ (window.top).postMessage(INTRODUCTION + name, ancestorOrigins[ancestorOrigins.length - 1]);
};

/** @param {RelayOptions} options */
const start = (options) => {
  if (!isWelcome(options)) return;
  const { messageHandlers } = Reflect.get(globalThis, "webkit");
  const native = (/** @type {string} */ text) => messageHandlers[options.handler].postMessage(text);
  const listen = (/** @type {{ name: string, opened: Promise<void> }} */ { name, opened }) => {
    if (!isTop) addEventListener("pagehide", () => void native(`${name}~`).catch(noop));
    else if (options.frames.length > 0) introduceFrames(name, opened, native);
  };
  // A document that is opened anew (`document.open`) loses its listeners and is given its scripts again: the relay is there.
  if (hasOwn(globalThis, "causeway")) return listen(Reflect.get(globalThis, "causeway"));
  takePort((node) => {
    const value = relay(node, native, options);
    defineProperty(globalThis, "causeway", { value });
    listen(value);
    if (!isTop) joinPage(value.name);
  });
};

export default start;
