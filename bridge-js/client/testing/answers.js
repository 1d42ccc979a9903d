// @ts-check
// The reaction of a mocked method to its calls, in the format of a mock file.

import { BridgeError } from "../errors.js";
import { delayFrom } from "./times.js";
import { nearest } from "../suggest.js";

/** @typedef {import("./times.js").Delay} Delay */

/**
 * @typedef {object} Answer
 * @property {"answer" | "fail" | "never" | "stream"} act
 * @property {unknown} [value]
 * @property {number} times
 * @property {BridgeError} [error]
 * @property {unknown[]} items
 * @property {Delay} after
 * @property {Delay} every
 */

const NAMES = ["answer", "times", "fail", "message", "data", "never", "stream", "every", "after"];

/**
 * @param {any} given
 * @param {string} where
 * @returns {Answer}
 */
const answerFrom = (given, where) => {
  if (typeof given !== "object" || given === null) throw new TypeError(`${where}: expected an object such as { answer: 1 }`);
  for (const name of Object.keys(given)) {
    if (NAMES.includes(name)) continue;
    const meant = nearest(name, (visit) => NAMES.forEach(visit));
    throw new TypeError(`${where}: an answer has no "${name}"${meant === undefined ? `: it has ${NAMES.join(", ")}` : `: did you mean ${meant}?`}`);
  }
  const acts = ["answer", "never", "stream"].filter((name) => Object.hasOwn(given, name));
  if (acts.length === 0 && given.fail === undefined) throw new TypeError(`${where}: the answer is missing: write answer, fail, never or stream`);
  if (acts.length > 1 || (given.fail !== undefined && acts.length > 0 && acts[0] !== "stream")) {
    throw new TypeError(`${where}: write only one of answer, fail, never and stream, not ${[...acts, ...(given.fail === undefined ? [] : ["fail"])].join(" and ")}`);
  }
  if (given.fail !== undefined && (typeof given.fail !== "string" || given.fail === "")) {
    throw new TypeError(`${where}.fail: expected a code, such as "UNAVAILABLE"`);
  }
  if (given.never !== undefined && given.never !== true) throw new TypeError(`${where}.never: must be true or left out`);
  if (given.stream !== undefined && !Array.isArray(given.stream)) throw new TypeError(`${where}.stream: expected a list of items`);
  if (given.every !== undefined && given.stream === undefined) throw new TypeError(`${where}.every: needs a stream`);
  const times = given.times ?? 1;
  if (!Number.isInteger(times) || times < 1 || times > 1000) throw new TypeError(`${where}.times: expected a whole number from 1 to 1000`);
  const error = given.fail === undefined ? undefined : new BridgeError(given.fail, given.message ?? "The mock fails.", { data: given.data });
  return {
    act: /** @type {Answer["act"]} */ (acts[0] ?? "fail"),
    value: given.answer,
    times,
    error,
    items: given.stream ?? [],
    after: delayFrom(given.after, `${where}.after`),
    every: delayFrom(given.every, `${where}.every`),
  };
};

/**
 * The answers of one method: a function, or a list with one answer for each call, of which the last is used for all later calls.
 *
 * @param {string} method
 * @param {unknown} given
 * @returns {Function | Answer[]}
 */
export const answersFrom = (method, given) => {
  if (method === "" || method.startsWith("$/")) throw new TypeError(`"${method}" cannot be mocked: it is not the name of a method`);
  if (typeof given === "function") return given;
  if (!Array.isArray(given)) return [answerFrom(given, method)];
  if (given.length === 0) throw new TypeError(`${method} has no answer: write at least one`);
  return given.map((answer, at) => answerFrom(answer, `${method}[${at}]`));
};
