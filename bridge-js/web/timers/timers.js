// @ts-check
import * as report from "#deferred/web/events/report.js";
import { host } from "../host.js";
import {
  apply, Error, globalObject, Map, mapDelete, mapForEach, mapGet, mapSet, TypeError,
} from "../../shared/primordials.js";
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
 * @property {string} method the function that made it
 * @property {string} stack of the call that made it; empty unless places are remembered
 */

/** @type {Map<number, Timer>} */
const timers = new Map();
/** @type {TimerHeap<Timer>} */
const heap = new TimerHeap();
let lastID = 0;
let lastSequence = 0;
let activeCount = 0;
/** The time to which the native alarm is set; -1 when it is off. */
let alarm = -1;
/** Whether timers are active, as the native side was told last. */
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
  // At least 1: an interval of 0 would be due for ever at one instant of a clock that does not move.
  timer.interval = toMilliseconds(delay) || 1;
  timer.due = host.now() + timer.interval;
  return start(timer);
}

/** @param {unknown} [id] */
export function clearTimeout(id = undefined) {
  if (typeof id !== "number" && typeof id !== "string") return;
  const timer = mapGet(timers, +id);
  // A background timer belongs to the runtime: a program that clears every possible number does not clear it.
  if (timer?.active) stop(timer);
}

/** @param {unknown} [id] */
export function clearInterval(id = undefined) {
  clearTimeout(id);
}

/**
 * Runs the callback once, later. Does not keep the process alive.
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
 * Adds or removes another reason to keep the process alive.
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
 * Runs at most one due timer, so that its microtasks run before the next timer.
 *
 * The alarm has fired when this is called. It is set for the next timer before the callback runs, so that a callback that is
 * stopped by a time limit does not stop the later timers.
 *
 * @returns {boolean} whether another timer is due
 */
export function fire() {
  const timer = heap.first;
  const now = host.now();
  alarm = -1;
  if (timer === undefined || timer.due > now) {
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
  // A timer that became due meanwhile has its alarm.
  return next !== undefined && next.due <= now;
}

/**
 * Puts an interval back into the heap. Runs that were missed, as while the machine slept, are skipped.
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

/** Sets the native alarm to the first timer, if that changed. */
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
 * A delay as HTML converts it: a 32-bit integer, and 0 for a negative value or no number.
 * @param {unknown} delay
 */
function toMilliseconds(delay) {
  const milliseconds = /** @type {number} */ (delay) | 0;
  return milliseconds > 0 ? milliseconds : 0;
}
