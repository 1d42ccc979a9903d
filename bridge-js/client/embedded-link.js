// @ts-check
// The client's end of a link to native code in the same thread. There is no wire: primitive values cross as they are.

import { OwnMap } from "../shared/primordials.js";
import * as bytes from "#deferred/client/bytes.js";
import * as thrown from "#deferred/client/thrown.js";
import { DEFAULT_LIMITS, Encoder } from "./values.js";
import { Parts } from "./parts.js";
import { TAG_ERROR } from "./kinds.js";

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
    if (name.length > LONGEST_NAME || numbers.size >= MOST_NAMES) return name;
    const number = intern(name);
    if (typeof number !== "number") return name;
    numbers.set(name, number);
    return number;
  };
};

/**
 * @param {Native} native
 * @returns {import("./kinds.js").Link}
 */
const makeLink = ({ call, callSync, post, intern }) => {
  const numberOf = interning(intern);
  // Optional members are read from it, and a page may define those names on `Object.prototype` before it is made.
  return /** @type {import("./kinds.js").Link} */ ({
    __proto__: null,
    call(id, method, tag, body, given, timeout, credit, metadata) {
      const name = numberOf(method);
      const attachments = given === undefined ? undefined : bytes.lend(given);
      if (metadata !== undefined) return call(id, name, tag, body, attachments, timeout, credit, metadata);
      if (credit !== undefined) return call(id, name, tag, body, attachments, timeout, credit);
      if (timeout !== undefined) return call(id, name, tag, body, attachments, timeout);
      if (attachments !== undefined) return call(id, name, tag, body, attachments);
      return body === undefined ? call(id, name, tag) : call(id, name, tag, body);
    },
    callSync(id, method, tag, body, given) {
      const name = numberOf(method);
      if (given !== undefined) return callSync(id, name, tag, body, bytes.lend(given));
      return body === undefined ? callSync(id, name, tag) : callSync(id, name, tag, body);
    },
    post(kind, id, tag, body, attachments) {
      if (attachments !== undefined) return post(kind, id, tag, body, bytes.lend(attachments));
      return body === undefined ? post(kind, id, tag) : post(kind, id, tag, body);
    },
  });
};

/**
 * For native code that needs the value of a script: `[tag, body, attachments]`, or `[TAG_ERROR, content]`.
 *
 * @param {Partial<import("./encoder.js").Limits>} [limits]
 */
export const encoding = (limits) => {
  const encoder = new Encoder({ ...DEFAULT_LIMITS, ...limits }, -1);
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
 * @param {import("./session.js").Options} options
 */
export const join = (native, options) => {
  const discover = () => native.callSync(0, "$/contract", 0);
  return new Parts(makeLink(native), /** @type {import("./session.js").Options} */ ({ __proto__: null, ...options, discover }));
};
