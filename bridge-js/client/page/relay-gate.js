// @ts-check
// How much of a page's messages may be between its relay and the bus. Native code would queue all that it is sent, and hold
// each message several times until it has been taken: a few at a time are sent, the others wait in the page's own process.
// More than may be in flight does not even wait: a call is refused here, a report of progress is dropped. Whatever else the
// bus asked for, or has to hear of (answers, items, cancellations), always waits.
//
// It runs in the relay's own world, where no script of the page's can reach the built-ins.

/** How our writer begins a message that has an id. */
const HEAD = '{"jsonrpc":"2.0","id":';
const METHOD = ',"method":';
const CALL = /^\{"jsonrpc":"2\.0","id":(\d+),"method":/;

/** So many characters at most are sent before the first of them have been taken; one message may be longer. */
const WINDOW = 1 << 24;

/** @typedef {{ maximum: number, spare: number }} Limit `spare` is how much more may be unanswered, although it has been taken */
/** @typedef {Record<string, any>} Message */

/**
 * Where the text of a message begins, behind its bytes in base64; see `page-bytes.js`.
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
 * How many calls a message has.
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
  const message = `One more call is over the limit ${limit} (${maximum}).`;
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message, data: { code: "RESOURCE_EXHAUSTED", data: { limit, maximum } } } });
};

/** @param {Message} message */
const isCall = ({ id, method }) => id !== undefined && method !== undefined;

/** @param {Message} message */
const isReport = ({ method, params }) => method === "$/progress" && params?.value?.kind === "report";

/**
 * The ids of the calls in a message, and what is left of it without these and without reports of progress.
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
 * @param {(message: string, taken: () => void) => void} options.post sends a message, and says later that it was taken
 * @param {(text: string) => void} options.refuse answers calls of the page's
 */
export const makeGate = ({ bytes, calls, post, refuse }) => {
  const window = { maximum: bytes.maximum < WINDOW ? bytes.maximum : WINDOW, spare: bytes.spare };
  /** @type {string[]} */
  let waiting = [];
  /** Where the first message is that still waits. */
  let first = 0;
  /** What is on its way, and what waits as well. */
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
    /** Native code takes messages from now on. */
    open() {
      isOpen = true;
      pump();
    },
    /** Nobody takes any more. */
    close() {
      waiting = [];
      isOpen = false;
    },
  };
};
