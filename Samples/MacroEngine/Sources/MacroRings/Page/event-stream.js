// @ts-check
// Connects a page to a bridge by server-sent events and POST requests, and reconnects after a loss.

import { connectJsonRpc } from "./bridge.js";

/** The timeout for a silent server, which sends a comment every ten seconds. */
const SILENCE = 25_000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;

/**
 * @typedef {object} Listener
 * @property {(bridge: any) => void} onOpen  a new bridge is connected, and earlier state may be outdated
 * @property {(reason: string) => void} onLost  the connection was lost, and is being reopened
 * @property {(reason: string) => void} onRefused  the server refused the connection, and it is not reopened
 */

/**
 * @param {string} url
 * @param {string} token
 * @param {Listener} listener
 */
export const connectEventStream = async (url, token, listener) => {
  for (let failures = 0; ; failures += 1) {
    const reason = await converse(url, token, listener, () => { failures = 0; });
    if (reason.refused) return listener.onRefused(reason.text);
    listener.onLost(reason.text);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
    await new Promise((done) => setTimeout(done, wait * (0.5 + Math.random() / 2)));
  }
};

/**
 * Runs one session; resolves with the reason of its end.
 *
 * @param {string} url
 * @param {string} token
 * @param {Listener} listener
 * @param {() => void} onAlive
 * @returns {Promise<{ refused: boolean, text: string }>}
 */
const converse = async (url, token, listener, onAlive) => {
  const abort = new AbortController();
  /** @type {ReturnType<typeof connectJsonRpc> | undefined} */
  let link;
  let silence = 0;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => abort.abort(), SILENCE);
  };
  try {
    heard();
    const authorization = `Bearer ${token}`;
    const answer = await fetch(url, { headers: { authorization }, signal: abort.signal, cache: "no-store" });
    if (answer.status === 401 || answer.status === 403) return { refused: true, text: (await answer.text()).trim() };
    if (!answer.ok || answer.body === null) return { refused: false, text: `the server answers ${answer.status}` };
    for await (const { event, data } of events(answer.body, heard)) {
      if (event === "open") {
        const post = poster(url, { authorization, "bridge-session": data }, abort);
        link = connectJsonRpc({ send: post }, { batch: true });
        onAlive();
        listener.onOpen(link.bridge);
      } else link?.deliver(data);
    }
    return { refused: false, text: "the server has ended the connection" };
  } catch {
    return { refused: false, text: "the server cannot be reached" };
  } finally {
    clearTimeout(silence);
    abort.abort();
    link?.close("UNAVAILABLE", "The connection to the program was lost.");
  }
};

/**
 * Sends messages in order, by one request at a time. Later messages are gathered for the next request, one in each line.
 *
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {AbortController} abort
 */
const poster = (url, headers, abort) => {
  /** @type {string[]} */
  let waiting = [];
  let isPosting = false;
  const post = async () => {
    isPosting = true;
    try {
      while (waiting.length > 0) {
        const body = waiting.join("\n");
        waiting = [];
        const answer = await fetch(url, { method: "POST", headers, body, signal: abort.signal });
        if (!answer.ok) throw new Error(`${answer.status}`);
      }
    } catch {
      abort.abort(); // Lost messages cannot be identified, so all open calls end and a new session begins.
    }
    isPosting = false;
  };
  return (/** @type {string} */ text) => {
    waiting.push(text);
    if (!isPosting) void post();
  };
};

/**
 * The events of a stream, parsed by the HTML standard. Comments only show that the connection is alive.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} heard
 */
const events = async function* (body, heard) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let event = "";
  let data = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    const lines = (text + value).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (data !== "") yield { event, data };
        event = data = "";
      } else if (line.startsWith("event: ")) event = line.slice(7);
      else if (line.startsWith("data: ")) data += line.slice(6);
    }
  }
};
