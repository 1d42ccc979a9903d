// @ts-check
// What stands between a page and native code: in an isolated world, where no script of the page's can reach it.
//
// Up: the page's name (32 digits), the message's number, a space and its text; the name alone says that the page is
// there. Native code answers that with "" once it has found this very page in its view, or with the reason why it may not
// speak; messages wait until then. Every later answer, and whatever native code delivers by a call, is a number, a space
// and a text. Both sides count up, and hear what overtook another message after it.
//
// A message with bytes takes another road, a request to an own scheme: script messages carry text only. Whoever asks
// says the page's name there too, in the body, where a page that looks at its own requests does not see it. A page may end
// its requests (`window.stop()`), so they are made again, and what came by one is confirmed: name, "!" and its number.

import { DOWN, END, UP, hear, isWelcome, say, takePort } from "./page-port.js";
import { pack, unpack } from "./page-bytes.js";

const { freeze, defineProperty } = Object;

/** How often a request is made before the page is taken for lost. */
const MOST_ATTEMPTS = 100;

/**
 * @typedef {object} RelayOptions
 * @property {string[]} origins
 * @property {string} handler the name of the native message handler
 * @property {string} road the address that takes bytes
 */

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
 * @param {(text: string) => Promise<unknown>} post
 * @param {string} road
 */
const relay = (node, post, road) => {
  const name = makeName();
  let isOpen = false;
  let isClosed = false;
  /** @type {[text: string, attachments?: ArrayBuffer[]][]} */
  let waiting = [];
  let sent = 0;

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
    const space = given.indexOf(" ");
    take(Number(given.slice(0, space)), given.slice(space + 1));
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
    post(`${name}!${message.number}`).then(deliver, lost);
  };
  /** Fetches a message that has bytes, which native code says by its number. */
  const collect = (/** @type {string} */ number) => void ask(`\n${name}?${number}`);

  const send = (/** @type {string} */ text, /** @type {ArrayBuffer[] | undefined} */ attachments) => {
    sent += 1;
    try {
      if (attachments) void ask(pack(`${name}+`, sent, text, attachments));
      else post(`${name}${sent} ${text}`).then(deliver, lost);
    } catch {
      lost();
    }
  };

  hear(node, UP, (text, attachments) => {
    if (isOpen) send(text, attachments);
    else if (!isClosed) waiting.push([text, attachments]);
    else say(node, END, "the application does not answer");
  });

  post(name).then((refusal) => {
    if (refusal !== "") return end(typeof refusal === "string" ? refusal : "the application does not answer");
    isOpen = true;
    for (const message of waiting) send(...message);
    waiting = [];
  }, lost);

  return freeze({ name, origin: location.origin, deliver, collect, end });
};

/** @param {RelayOptions} options */
const start = ({ origins, handler, road }) => {
  if (!isWelcome(origins)) return;
  const native = Reflect.get(globalThis, "webkit").messageHandlers[handler];
  takePort((node) => {
    const value = relay(node, (text) => native.postMessage(text), road);
    defineProperty(globalThis, "causeway", { value });
  });
};

export default start;
