// @ts-check
// Flow control between the relay of a page and the bus. Native code would queue all messages that it receives, and would hold
// each several times until it was processed. So only a few messages are sent at a time, and the others wait in the page's
// process. Calls over the limits do not wait: they are refused here, and reports of progress are dropped. Messages that the bus
// needs (answers, items, cancellations) always wait.
//
// This code runs in the isolated world, where no script of the page can change the built-ins.

/** The beginning of a message with an id, as our writer writes it. */
const HEAD = '{"jsonrpc":"2.0","id":';
const METHOD = ',"method":';
const CALL = /^\{"jsonrpc":"2\.0","id":(\d+),"method":/;

/** The most characters that are sent before the first of them were processed. One message may be longer. */
const WINDOW = 1 << 24;

/** @typedef {{ maximum: number, spare: number }} Limit `spare` is how much more may be unanswered, although it has been taken */
/** @typedef {Record<string, any>} Message */

/**
 * The index at which the text of a message begins, after its bytes in base64; see `page-bytes.js`.
 *
 * @param {string} message
 */
const textStart = (message) => {
  if (!(message[0] >= "0" && message[0] <= "9")) return 0;
  const end = message.indexOf(";");
  return message
    .slice(0, end)
    .split(",")
    .reduce((sum, length) => sum + Number(length), end + 1);
};

/**
 * The number of calls in a message.
 *
 * @param {string} message
 */
const callsIn = (message) => {
  if (message[0] !== "[") return 1;
  let count = 0;
  for (let at = message.indexOf(HEAD); at >= 0; at = message.indexOf(HEAD, at)) {
    at += HEAD.length;
    while (message[at] >= "0" && message[at] <= "9") at += 1;
    if (message.startsWith(METHOD, at)) count += 1;
  }
  return count;
};

/**
 * @param {number | string} id
 * @param {string} limit
 * @param {number} maximum
 */
const refusal = (id, limit, maximum) => {
  const subject = limit === "callsInFlight" ? "The number of calls in flight" : "The size of the calls in flight";
  const message = `${subject} is over the limit ${limit} (${maximum}).`;
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message, data: { code: "RESOURCE_EXHAUSTED", data: { limit, maximum } } } });
};

/** @param {Message} message */
const isCall = ({ id, method }) => id !== undefined && method !== undefined;

/** @param {Message} message */
const isReport = ({ method, params }) => method === "$/progress" && params?.value?.kind === "report";

/**
 * The ids of the calls in a message, and the message without its calls and without reports of progress.
 *
 * @param {string} message
 * @returns {{ ids: (number | string)[], rest: string }}
 */
const withoutCalls = (message) => {
  const start = textStart(message);
  const single = CALL.exec(message.slice(start, start + 64));
  if (single) return { ids: [Number(single[1])], rest: "" };
  const content = JSON.parse(message.slice(start));
  if (!Array.isArray(content)) return { ids: [], rest: isReport(content) ? "" : message };
  const ids = content.filter(isCall).map(({ id }) => id);
  const owed = content.filter((one) => !isCall(one) && !isReport(one));
  return { ids, rest: owed.length === 0 ? "" : JSON.stringify(owed) };
};

/**
 * @param {object} options
 * @param {Limit} options.bytes
 * @param {Limit} options.calls
 * @param {(message: string, taken: () => void) => void} options.post sends a message, and calls `taken` when it was processed
 * @param {(text: string) => void} options.refuse answers calls of the page
 */
export const makeGate = ({ bytes, calls, post, refuse }) => {
  const window = { maximum: bytes.maximum < WINDOW ? bytes.maximum : WINDOW, spare: bytes.spare };
  /** @type {string[]} */
  let waiting = [];
  /** The index of the first message that waits. */
  let first = 0;
  /** The characters that are sent, and those that are sent or wait. */
  let [sentBytes, heldBytes, heldCalls] = [0, 0, 0];
  let isOpen = false;

  const send = (/** @type {string} */ message, /** @type {number} */ count) => {
    const { length } = message;
    sentBytes += length;
    post(message, () => {
      sentBytes -= length;
      heldBytes -= length;
      heldCalls -= count;
      pump();
    });
  };
  const hasRoom = (/** @type {number} */ held, /** @type {number} */ more, /** @type {Limit} */ { maximum, spare }) =>
    held === 0 || held + more <= maximum + spare;
  const maySend = (/** @type {string} */ message) => isOpen && hasRoom(sentBytes, message.length, window);
  const pump = () => {
    while (first < waiting.length && maySend(waiting[first])) {
      const message = waiting[first];
      waiting[first] = "";
      first += 1;
      send(message, callsIn(message));
    }
    if (first === waiting.length) [waiting, first] = [[], 0];
  };
  const hold = (/** @type {string} */ message, /** @type {number} */ count) => {
    heldBytes += message.length;
    heldCalls += count;
    if (waiting.length === 0 && maySend(message)) send(message, count);
    else waiting.push(message);
  };

  /** @param {string} message */
  const take = (message) => {
    const count = callsIn(message);
    const isWithin = hasRoom(heldBytes, message.length, bytes);
    if (isWithin && hasRoom(heldCalls, count, calls)) return hold(message, count);
    const { ids, rest } = withoutCalls(message);
    if (rest !== "") hold(rest, callsIn(rest));
    const [limit, { maximum }] = isWithin ? ["callsInFlight", calls] : ["bytesInFlight", bytes];
    const texts = ids.map((id) => refusal(id, limit, maximum));
    if (texts.length > 0) refuse(texts.length === 1 ? texts[0] : `[${texts.join()}]`);
  };

  return {
    take,
    /** Native code accepts messages from now on. */
    open() {
      isOpen = true;
      pump();
    },
    /** Native code accepts no more messages. */
    close() {
      waiting = [];
      isOpen = false;
    },
  };
};
