// @ts-check
// Reads of the program's standard input: one request after the other, as the native side takes one at a time.

import * as report from "#deferred/web/events/report.js";
import { host } from "../../web/host.js";
import { Queue } from "../../shared/queue.js";
import { systemErrorOf } from "./errors.js";
import { nextTick } from "../next-tick.js";

/**
 * @typedef {object} Native
 * @property {() => "file" | "pipe" | "terminal" | "other"} kind
 * @property {(keepsAlive: boolean, settle: Settle) => void} read waits for a piece of the input without blocking the thread
 * @property {() => void} cancel ends that wait; a piece that has been read nevertheless is kept for the next read
 * @property {(keepsAlive: boolean) => void} hold whether the read that is open keeps the program alive
 * @property {(maximum: number) => ArrayBuffer | number | undefined} readNow blocks the thread until there is a piece; `undefined` at the
 *   end, the system's error number if reading failed
 */

/**
 * The callback of a read: bytes, or the system's error number, or neither at the end.
 *
 * @typedef {(bytes: ArrayBuffer | undefined, error: number) => void} Settle
 */

/** @typedef {{ settle: Settle, keepsAlive: boolean, isOpen: boolean }} Request */

/** `undefined` where the host grants no input: it is at its end. */
const native = /** @type {Native | undefined} */ (host.extensions?.["stdin"]?.());

/** The request that the native side works on. @type {Request | undefined} */
let current;
/** @type {Queue<Request>} */
const waiting = new Queue();

/** What standard input is, as far as streams differ; `other` is at its end. Without a grant it is like `/dev/null`. */
export const inputKind = () => (native === undefined ? "file" : native.kind());

function start(/** @type {Request} */ request) {
  if (native === undefined) {
    nextTick(() => {
      if (request.isOpen) request.settle(undefined, 0);
    });
    return;
  }
  current = request;
  native.read(request.keepsAlive, finish);
}

function startNext() {
  for (let next = waiting.take(); next !== undefined; next = waiting.take()) {
    if (!next.isOpen) continue;
    start(next);
    return;
  }
}

/** @type {Settle} */
function finish(bytes, error) {
  const done = current;
  current = undefined;
  // A reader that asks for more is behind the others.
  startNext();
  try {
    done?.settle(bytes, error);
  } catch (thrown) {
    report.reportUncaught(thrown);
  }
}

/**
 * Asks for the next piece of the input.
 *
 * @param {boolean} keepsAlive
 * @param {Settle} settle called once, later, unless the request is cancelled
 * @returns {Request}
 */
export function requestInput(keepsAlive, settle) {
  const request = { settle, keepsAlive, isOpen: true };
  if (current === undefined) start(request);
  else waiting.add(request);
  return request;
}

/** Withdraws a request that has not been settled. The bytes stay unread. */
export function cancelInput(/** @type {Request} */ request) {
  request.isOpen = false;
  if (current !== request) return;
  current = undefined;
  native?.cancel();
  startNext();
}

/** Changes whether an open request keeps the program alive. */
export function holdInput(/** @type {Request} */ request, /** @type {boolean} */ keepsAlive) {
  request.keepsAlive = keepsAlive;
  if (current === request) native?.hold(keepsAlive);
}

/** The error of a read, as Node has it. */
export const inputError = (/** @type {number} */ number) => systemErrorOf(number, "read");

/**
 * Reads a piece of the input now; the thread waits for it.
 *
 * @param {number} maximum the largest number of bytes
 * @returns {ArrayBuffer | undefined} `undefined` at the end
 */
export function readInputNow(maximum) {
  const piece = native?.readNow(maximum);
  if (typeof piece === "number") throw inputError(piece);
  return piece;
}
