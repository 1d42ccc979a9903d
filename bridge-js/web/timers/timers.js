// @ts-check
import * as report from "#deferred/web/events/report.js";
import { host } from "../host.js";
import { apply, Error, globalObject, Map, mapDelete, mapForEach, mapGet, mapSet, TypeError } from "../../shared/primordials.js";
import { TimerHeap } from "./timer-heap.js";

/**
 * @typedef {object} Timer
 * @property {number} id
 * @property {number} due
 * @property {number} sequence
 * @property {number} index
 * @property {number} interval milliseconds between two runs; -1 for a timer that runs once
 * @property {boolean} active whether it keeps the process alive
 * @property {Function} callback
 * @property {unknown[]} parameters
 * @property {string} method what set it
 * @property {string} stack where it was set; empty unless places are remembered
 */

/** @type {Map<number, Timer>} */
const timers = new Map();
/** @type {TimerHeap<Timer>} */
const heap = new TimerHeap();
let lastID = 0;
let lastSequence = 0;
let activeCount = 0;
/** What the native alarm is set to; -1 when it is off. */
let alarm = -1;
/** What the native side was last told about there being active timers. */
let toldActive = false;

/**
 * @param {unknown} callback
 * @param {unknown} [delay]
 * @param {unknown[]} parameters
 */
export function setTimeout(callback, delay = undefined, ...parameters) {
  const timer = makeTimer("setTimeout", callback, delay, parameters);
  return start(timer);
}

/**
 * @param {unknown} callback
 * @param {unknown} [delay]
 * @param {unknown[]} parameters
 */
export function setInterval(callback, delay = undefined, ...parameters) {
  const timer = makeTimer("setInterval", callback, delay, parameters);
  // At least 1: an interval of 0 would be due for ever at one instant of a clock that stands still.
  timer.interval = toMilliseconds(delay) || 1;
  timer.due = host.now() + timer.interval;
  return start(timer);
}

/** @param {unknown} [id] */
export function clearTimeout(id = undefined) {
  if (typeof id !== "number" && typeof id !== "string") return;
  const timer = mapGet(timers, +id);
  // One in the background is the runtime's own, and not for programs that clear every number there may be.
  if (timer?.active) stop(timer);
}

/** @param {unknown} [id] */
export function clearInterval(id = undefined) {
  clearTimeout(id);
}

/**
 * Runs the callback once, later, without keeping the process alive for it.
 * @param {() => void} callback
 * @param {number} milliseconds
 */
export function startBackgroundTimer(callback, milliseconds) {
  const timer = makeTimer("timeout", callback, 0, []);
  timer.due = host.now() + milliseconds;
  timer.active = false;
  return start(timer);
}

/** @param {number} id */
export function stopBackgroundTimer(id) {
  const timer = mapGet(timers, id);
  if (timer !== undefined) stop(timer);
}

/**
 * Counts something else that the process is to be kept alive for, until the same is taken away.
 * @param {1 | -1} change
 */
export function keepAlive(change) {
  activeCount += change;
  setActive();
}

/** The number of timers that keep the process alive. An interval counts while its callback runs, too. */
export function activeTimers() {
  return activeCount;
}

/** The timers that keep the process alive, as text: `3 setTimeout`, then the lines of its stack; an empty line after each. */
export function listTimers() {
  let text = "";
  mapForEach(timers, (/** @type {Timer} */ timer) => {
    if (timer.active) text += timer.id + " " + timer.method + "\n" + (timer.stack || "-") + "\n\n";
  });
  return text;
}

/**
 * Runs at most one due timer, so that its microtasks drain before the next one runs.
 *
 * The alarm is taken to have gone off. It stands for the next timer before the callback runs, so that
 * a callback that never comes back (stopped by a time limit) does not stop the timers after it.
 *
 * @returns {boolean} whether another timer is due
 */
export function fire() {
  const timer = heap.first;
  alarm = -1;
  if (timer === undefined || timer.due > host.now()) {
    setAlarm();
    return false;
  }
  heap.remove(timer);
  if (timer.interval < 0) forget(timer);
  setAlarm();
  try {
    apply(timer.callback, globalObject, timer.parameters);
  } catch (error) {
    report.reportUncaught(error);
  }
  if (mapGet(timers, timer.id) === timer) again(timer);
  setActive();
  const next = heap.first;
  return next !== undefined && next.due <= host.now();
}

/**
 * Puts an interval back. Runs that were missed altogether (a machine asleep) are skipped.
 * @param {Timer} timer
 */
function again(timer) {
  const now = host.now();
  const due = timer.due + timer.interval;
  timer.due = due > now ? due : now + timer.interval;
  timer.sequence = ++lastSequence;
  heap.add(timer);
  setAlarm();
}

/**
 * @param {string} method
 * @param {unknown} callback
 * @param {unknown} delay
 * @param {unknown[]} parameters
 * @returns {Timer}
 */
function makeTimer(method, callback, delay, parameters) {
  if (typeof callback !== "function") {
    throw new TypeError(`${method}: the callback must be a function, not ${typeof callback}`);
  }
  const due = host.now() + toMilliseconds(delay);
  const stack = host.remembersPlaces ? new Error().stack ?? "" : "";
  return { id: ++lastID, due, sequence: ++lastSequence, index: -1, interval: -1, active: true, callback, parameters, method, stack };
}

/** @param {Timer} timer */
function start(timer) {
  mapSet(timers, timer.id, timer);
  if (timer.active) activeCount += 1;
  heap.add(timer);
  setAlarm();
  setActive();
  return timer.id;
}

/** @param {Timer} timer */
function stop(timer) {
  forget(timer);
  heap.remove(timer);
  setAlarm();
  setActive();
}

/** @param {Timer} timer */
function forget(timer) {
  mapDelete(timers, timer.id);
  if (timer.active) activeCount -= 1;
}

/** Tells the native side when the first timer is due, if that changed. */
function setAlarm() {
  const due = heap.first?.due ?? -1;
  if (due === alarm) return;
  alarm = due;
  host.setAlarm(due);
}

/** Tells the native side whether timers keep the process alive, if that changed. */
function setActive() {
  const active = activeCount > 0;
  if (active === toldActive) return;
  toldActive = active;
  host.setActive(active ? 1 : 0);
}

/**
 * A delay as HTML reads it: a 32-bit integer, and 0 for what is negative or no number.
 * @param {unknown} delay
 */
function toMilliseconds(delay) {
  const milliseconds = /** @type {number} */ (delay) | 0;
  return milliseconds > 0 ? milliseconds : 0;
}
