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
// It sees to it that native code always has one of its messages ("=" for want of another) to answer, by a text, by "?" and
// the number of a message with bytes, or by "!" and the reason why it is the end. It says "~" when its document goes.
//
// A message with bytes takes another road, a request to an own scheme: script messages carry text only. Whoever asks
// says the page's name there too, in the body, where a page that looks at its own requests does not see it. A page may end
// its requests (`window.stop()`), so they are made again, and what came by one is confirmed: name, "!" and its number.

import { DOWN, END, UP, hear, isTop, isWelcome, say, takePort } from "./page-port.js";
import { pack, unpack } from "./page-bytes.js";

const { freeze, defineProperty } = Object;

/** What a frame says to the page around it, before its name. */
const INTRODUCTION = "causeway-frame ";

/** How often a request is made before the page is taken for lost. */
const MOST_ATTEMPTS = 100;

/**
 * @typedef {object} RelayOptions
 * @property {string[]} origins whose pages have the bridge
 * @property {string[]} frames origins whose frames have it, within such a page
 * @property {string} handler the name of the native message handler
 * @property {string} road the address that takes bytes
 */

const noop = () => {};

const makeName = () => {
  let name = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) name += byte.toString(16).padStart(2, "0");
  return name;
};

/**
 * Hands on what comes in the order of its numbers, from 1 on.
 *
 * @param {(text: string, attachments?: ArrayBuffer[]) => void} take
 */
const inOrder = (take) => {
  let next = 1;
  /** @type {Map<number, [text: string, attachments?: ArrayBuffer[]]>} */
  const early = new Map();
  return (/** @type {number} */ number, /** @type {string} */ text, /** @type {ArrayBuffer[] | undefined} */ attachments) => {
    if (number >= next) early.set(number, [text, attachments]); // Else it came before, by another way.
    for (let turn = early.get(next); turn !== undefined; turn = early.get(next)) {
      early.delete(next);
      next += 1;
      take(...turn);
    }
  };
};

/**
 * @param {Node} node
 * @param {(text: string) => Promise<unknown>} native
 * @param {string} road
 */
const relay = (node, native, road) => {
  const name = makeName();
  let isOpen = false;
  let isClosed = false;
  /** @type {[text: string, attachments?: ArrayBuffer[]][]} */
  let waiting = [];
  let sent = 0;
  /** Messages that native code has not answered. */
  let unanswered = 0;

  const end = (/** @type {string} */ reason) => {
    if (isClosed) return;
    isClosed = true;
    waiting = [];
    say(node, END, reason);
  };
  const lost = () => end("the application does not answer");

  const take = inOrder((text, attachments) => {
    if (!isClosed) say(node, DOWN, text, attachments);
  });
  const deliver = (/** @type {unknown} */ given) => {
    if (typeof given !== "string" || given === "") return;
    if (given[0] === "!") return end(given.slice(1));
    if (given[0] === "?") return collect(given.slice(1));
    const space = given.indexOf(" ");
    take(Number(given.slice(0, space)), given.slice(space + 1));
  };
  const answered = (/** @type {unknown} */ given) => {
    unanswered -= 1;
    deliver(given);
    listen();
  };
  const post = (/** @type {string} */ text) => {
    unanswered += 1;
    try {
      native(text).then(answered, lost);
    } catch {
      lost();
    }
  };
  /** Where native code cannot call, it has a message to answer. */
  const listen = () => {
    if (!isTop && isOpen && !isClosed && unanswered === 0) post(`${name}=`);
  };

  /** @param {Uint8Array | string} body */
  const request = async (body) => {
    const answer = await fetch(road, { method: "POST", body, cache: "no-store", credentials: "omit" });
    return answer.ok ? answer.arrayBuffer() : undefined;
  };
  /**
   * @param {Uint8Array | string} body
   * @returns {Promise<void>}
   */
  const ask = async (body, attempt = 1) => {
    let answer;
    try {
      answer = await request(body);
    } catch {
      if (attempt < MOST_ATTEMPTS && !isClosed) return ask(body, attempt + 1);
    }
    if (answer === undefined) return lost();
    const message = unpack(answer);
    if (message === undefined) return;
    take(message.number, message.text, message.attachments);
    post(`${name}!${message.number}`);
  };
  /** Fetches a message that has bytes, which native code says by its number. */
  const collect = (/** @type {string} */ number) => void ask(`\n${name}?${number}`);

  const send = (/** @type {string} */ text, /** @type {ArrayBuffer[] | undefined} */ attachments) => {
    sent += 1;
    try {
      if (attachments) void ask(pack(`${name}+`, sent, text, attachments));
      else post(`${name}${sent} ${text}`);
    } catch {
      lost();
    }
  };

  hear(node, UP, (text, attachments) => {
    if (isOpen) send(text, attachments);
    else if (!isClosed) waiting.push([text, attachments]);
    else say(node, END, "the application does not answer");
  });

  const opened = native(isTop ? name : `${name}@${location.origin}`).then((refusal) => {
    if (refusal !== "") return end(typeof refusal === "string" ? refusal : "the application does not answer");
    isOpen = true;
    for (const message of waiting) send(...message);
    waiting = [];
    listen();
  }, lost);

  return freeze({ name, origin: location.origin, deliver, collect, end, opened });
};

/**
 * Passes on the names of the frames that may have the bridge. No script of the page's hears them.
 *
 * @param {string} name
 * @param {Promise<void>} opened
 * @param {(text: string) => Promise<unknown>} native
 */
const introduceFrames = (name, opened, native) => {
  addEventListener(
    "message",
    (event) => {
      const { data } = event;
      if (typeof data !== "string" || !data.startsWith(INTRODUCTION)) return;
      event.stopImmediatePropagation();
      opened.then(() => native(`${name}^${data.slice(INTRODUCTION.length)}`)).catch(noop); // Then nobody has a bridge.
    },
    { capture: true },
  );
};

/**
 * Gives the frame's name to the page around it, and says to native code when its document goes.
 *
 * @param {string} name
 * @param {(text: string) => Promise<unknown>} native
 */
const joinPage = (name, native) => {
  const { ancestorOrigins } = location;
  /** @type {Window} */ (window.top).postMessage(INTRODUCTION + name, ancestorOrigins[ancestorOrigins.length - 1]);
  addEventListener("pagehide", () => void native(`${name}~`).catch(noop));
};

/** @param {RelayOptions} options */
const start = (options) => {
  if (!isWelcome(options)) return;
  const { messageHandlers } = Reflect.get(globalThis, "webkit");
  const native = (/** @type {string} */ text) => messageHandlers[options.handler].postMessage(text);
  takePort((node) => {
    const value = relay(node, native, options.road);
    defineProperty(globalThis, "causeway", { value });
    if (!isTop) joinPage(value.name, native);
    else if (options.frames.length > 0) introduceFrames(value.name, value.opened, native);
  });
};

export default start;
