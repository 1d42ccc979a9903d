// @ts-check
// The queue of `process.nextTick`. One microtask runs all callbacks that wait, and those that they add: as in Node, no reaction of
// a promise runs between them.

import * as microtasks from "#deferred/web/timers/microtasks.js";
import { apply } from "../shared/primordials.js";
import { Queue } from "../shared/queue.js";
import { carry } from "../shared/async-context.js";

/** @typedef {{ callback: Function, values: unknown[] }} Tick */

/** @type {Queue<Tick>} */
const ticks = new Queue();
let isScheduled = false;

function schedule() {
  isScheduled = true;
  microtasks.queueMicrotask(runTicks);
}

/** Runs the callbacks. One that throws is reported, and the others run in another microtask. */
function runTicks() {
  isScheduled = false;
  let tick = ticks.take();
  try {
    for (; tick !== undefined; tick = ticks.take()) apply(tick.callback, undefined, tick.values);
  } finally {
    if (ticks.size > 0 && !isScheduled) schedule();
  }
}

/**
 * @param {Function} callback
 * @param {unknown[]} values its arguments
 */
export function addTick(callback, values) {
  ticks.add({ callback: carry(callback), values });
  if (!isScheduled) schedule();
}

/**
 * @param {Function} callback
 * @param {any[]} values
 */
export const nextTick = (callback, ...values) => addTick(callback, values);

/** How many rounds of reactions `afterReactions` lets pass: more than the settling of one `for await` takes. */
const ROUNDS = 16;

/**
 * Calls back when the reactions of promises that are queued now, and those that follow from them, have run. In Node each callback of
 * `nextTick` that a reaction adds does so; here, only as many rounds pass as a loop over an asynchronous generator needs.
 *
 * @param {Function} callback
 * @param {number} [rounds]
 */
export function afterReactions(callback, rounds = ROUNDS) {
  if (rounds === 0) addTick(callback, []);
  else microtasks.queueMicrotask(() => afterReactions(callback, rounds - 1));
}
