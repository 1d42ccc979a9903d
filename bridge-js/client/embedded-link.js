// @ts-check
// The client's end of a link to native code in the same thread. There is no wire: primitive values cross as they are.

import { Int32Array, OwnMap } from "../shared/primordials.js";
import * as bytes from "#deferred/client/bytes.js";
import * as tapes from "#deferred/client/tape.js";
import * as thrown from "#deferred/client/thrown.js";
import { DEFAULT_LIMITS, Encoder } from "./values.js";
import { Parts } from "./parts.js";
import { isCall } from "./references.js";
import { TAG_ERROR, VOID } from "./kinds.js";

/** @typedef {import("./embedded.js").Native} Native */

/** A number instead of a name saves native code a string for each call. Beyond this count names cross as strings. */
const MOST_NAMES = 4096;
const LONGEST_NAME = 256;

/**
 * @param {Native["intern"]} intern
 * @returns {(name: string) => number | string}
 */
const interning = (intern) => {
  /** @type {Map<string, number>} */
  const numbers = new OwnMap();
  return (name) => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    if (name.length > LONGEST_NAME || numbers.size >= MOST_NAMES || isCall(name)) return name;
    const number = intern(name);
    if (typeof number !== "number") return name;
    numbers.set(name, number);
    return number;
  };
};

/** Stands for the memory of answers before there is one. */
const NO_WORDS = new Int32Array(1);

/**
 * @param {Native} native
 * @param {import("./encoder.js").Limits} limits
 * @param {number} few the number of values other than primitives that cross as JSON before memory for a tape is allocated
 * @returns {import("./kinds.js").Link}
 */
const makeLink = (native, limits, few) => {
  const { call, callSync, post, intern, wake } = native;
  const numberOf = interning(intern);
  /** @type {ReturnType<typeof tapes.makeTape> | undefined} */
  let made;
  /** The memory of answers: its first number is where an answer begins that is one. */
  let words = NO_WORDS;
  let crossed = 0;
  const missed = () => {
    crossed += 1;
    if (crossed <= few || made !== undefined) return;
    made = tapes.makeTape(native, limits, (content) => link.receive?.(content));
    words = made.words;
  };
  const tape = /** @type {import("./kinds.js").Tape} */ ({
    __proto__: null,
    encode(encoder, value) {
      if (made === undefined) missed();
      return made !== undefined && made.encode(encoder, value);
    },
    decode(given, attachments) {
      return made?.decode(/** @type {number} */ (given[0]), /** @type {string | string[] | undefined} */ (given[1]), attachments);
    },
    missed,
  });

  /** @param {unknown} answer what a native function returned: the answer, or the text of one in slots */
  const taken = (answer) => {
    const start = words[0];
    if (start !== 0) {
      words[0] = 0;
      return made?.decode(start, /** @type {string | string[] | undefined} */ (answer), undefined);
    }
    if (typeof answer === "object" && answer !== null && answer !== VOID) missed();
    return answer;
  };

  // Optional members are read from it, and a page may define those names on `Object.prototype` before it is made.
  const link = /** @type {import("./kinds.js").Link} */ ({
    __proto__: null,
    call(id, method, tag, body, given, timeout, credit, metadata) {
      const name = numberOf(method);
      const attachments = given === undefined ? undefined : bytes.lend(given);
      if (metadata !== undefined) return taken(call(id, name, tag, body, attachments, timeout, credit, metadata));
      if (credit !== undefined) return taken(call(id, name, tag, body, attachments, timeout, credit));
      if (timeout !== undefined) return taken(call(id, name, tag, body, attachments, timeout));
      if (attachments !== undefined) return taken(call(id, name, tag, body, attachments));
      return taken(body === undefined ? call(id, name, tag) : call(id, name, tag, body));
    },
    callSync(id, method, tag, body, given) {
      const name = numberOf(method);
      if (given !== undefined) return taken(callSync(id, name, tag, body, bytes.lend(given)));
      return taken(body === undefined ? callSync(id, name, tag) : callSync(id, name, tag, body));
    },
    wake,
    post(kind, id, tag, body, attachments) {
      if (attachments !== undefined) return post(kind, id, tag, body, bytes.lend(attachments));
      return body === undefined ? post(kind, id, tag) : post(kind, id, tag, body);
    },
    tape,
    takesFunctions: true,
  });
  return link;
};

/**
 * For native code that needs the value of a script: `[tag, body, attachments]`, or `[TAG_ERROR, content]`.
 *
 * @param {Partial<import("./encoder.js").Limits>} [limits]
 * @param {import("./platform.js").Platform["plain"]} [plain]
 */
export const encoding = (limits, plain) => {
  const encoder = new Encoder({ ...DEFAULT_LIMITS, ...limits }, -1, undefined, plain);
  return (/** @type {unknown} */ value) => {
    try {
      encoder.encode(value, "result");
    } catch (error) {
      return [TAG_ERROR, encoder.text(thrown.answerTo(error), "error")];
    }
    const { tag, body, attachments } = encoder;
    encoder.body = undefined;
    encoder.attachments = undefined;
    return [tag, body, attachments === undefined ? undefined : bytes.lend(attachments)];
  };
};

/**
 * The parts of a bridge to native code.
 *
 * @param {Native} native
 * @param {import("./embedded.js").Options} options
 */
export const join = (native, options) => {
  const discover = () => native.callSync(0, "$/contract", 0);
  const own = /** @type {import("./embedded.js").Options} */ ({ __proto__: null, ...options, discover });
  const limits = { ...DEFAULT_LIMITS, ...own.limits };
  return new Parts(makeLink(native, limits, own.few ?? Infinity), own);
};
