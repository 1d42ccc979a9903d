// @ts-check
import * as report from "#deferred/web/events/report.js";
import { nullPrototype } from "../../shared/define.js";
import { host } from "../host.js";
import { carry } from "../../shared/async-context.js";
import { apply, call, Error, globalObject, OwnMap, stringSlice, TypeError } from "../../shared/primordials.js";
import { TimerQueue } from "./timer-queue.js";

/**
 * @typedef {object} Timer
 * @property {number} id
 * @property {number} due
 * @property {number} sequence
 * @property {number} delay
 * @property {number} index
 * @property {Timer | undefined} previous
 * @property {Timer | undefined} next
 * @property {number} interval milliseconds between two runs; -1 for a timer that runs once
 * @property {boolean} active whether it keeps the process alive
 * @property {Function} callback
 * @property {unknown[]} parameters
 * @property {string} method the function that made it
 * @property {string} stack of the call that made it; empty unless places are remembered
 * @property {string} origin for a debugger: where it was made, and where the turn that made it began
 */

/** @type {Map<number, Timer>} */
const timers = new OwnMap();
/** @type {TimerQueue<Timer>} */
const queue = new TimerQueue();
/**
 * Replaces the callback of each timer that is set, as the tests of a program do.
 * @type {{ bind: ((callback: Function) => Function) | undefined }}
 */
export const scope = nullPrototype({ bind: /** @type {((callback: Function) => Function) | undefined} */ (undefined) });
/** Where a timer was made counts more than where the turns before it began. */
const longestOrigin = 16_384;
let lastID = 0;
let lastSequence = 0;
let activeCount = 0;
/** The time to which the native alarm is set; -1 when it is off. */
let alarm = -1;
/** Whether a timer runs: its call returns the next time, so the native side need not be told. */
let isFiring = false;
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
  timer.delay = -1;
  return start(timer);
}

/** @param {unknown} [id] */
export function clearTimeout(id = undefined) {
  if (typeof id !== "number" && typeof id !== "string") return;
  const timer = timers.get(+id);
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
  timer.delay = -1;
  timer.active = false;
  return start(timer);
}

/** @param {number} id */
export function stopBackgroundTimer(id) {
  const timer = timers.get(id);
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
  timers.forEach((/** @type {Timer} */ timer) => {
    if (timer.active) text += timer.id + " " + timer.method + "\n" + (timer.stack || "-") + "\n\n";
  });
  return text;
}

/**
 * Runs at most one timer that is due at the given time, so that its microtasks run before the next timer.
 *
 * The alarm is off when this is called: the native side sets it to the result, or calls this again. It does so too if this
 * throws, with a time at which no timer is due.
 *
 * @param {number} now
 * @returns {number} when the next timer is due; -1 if there is none
 */
export function fire(now) {
  const timer = queue.first;
  isFiring = false;
  if (timer === undefined || timer.due > now) return nextDue();
  queue.remove(timer);
  if (timer.interval < 0) forget(timer);
  const { callback, parameters } = timer;
  host.enterOrigin?.(timer.origin);
  isFiring = true;
  try {
    if (parameters.length === 0) call(callback, globalObject);
    else apply(callback, globalObject, parameters);
  } catch (error) {
    report.reportUncaught(error);
  }
  if (timer.interval >= 0 && timers.get(timer.id) === timer) again(timer);
  isFiring = false;
  setActive();
  return nextDue();
}

/** The time of the next timer, to which the native side sets the alarm. */
function nextDue() {
  alarm = queue.first?.due ?? -1;
  return alarm;
}

/**
 * Puts an interval back into the queue. Runs that were missed, as while the machine slept, are skipped.
 * @param {Timer} timer
 */
function again(timer) {
  const now = host.now();
  const due = timer.due + timer.interval;
  timer.due = due > now ? due : now + timer.interval;
  timer.sequence = ++lastSequence;
  queue.add(timer);
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
  const milliseconds = toMilliseconds(delay);
  const origin = host.origin?.();
  const stack = host.remembersPlaces || origin !== undefined ? new Error().stack ?? "" : "";
  return {
    id: ++lastID,
    due: host.now() + milliseconds,
    sequence: ++lastSequence,
    delay: milliseconds,
    index: -1,
    previous: undefined,
    next: undefined,
    interval: -1,
    active: true,
    callback: carry(scope.bind === undefined ? callback : scope.bind(callback)),
    parameters,
    method,
    stack,
    origin: origin === undefined ? "" : stringSlice(`${method}\n${stack}\n\n${origin}`, 0, longestOrigin),
  };
}

/** @param {Timer} timer */
function start(timer) {
  timers.set(timer.id, timer);
  if (timer.active) activeCount += 1;
  queue.add(timer);
  setAlarm();
  setActive();
  return timer.id;
}

/** @param {Timer} timer */
function stop(timer) {
  forget(timer);
  queue.remove(timer);
  setAlarm();
  setActive();
}

/** @param {Timer} timer */
function forget(timer) {
  timers.delete(timer.id);
  if (timer.active) activeCount -= 1;
}

/** Sets the native alarm to the first timer, if that changed. */
function setAlarm() {
  if (isFiring) return;
  const due = queue.first?.due ?? -1;
  if (due === alarm) return;
  alarm = due;
  host.setAlarm(due);
}

/** Reports to the native side whether timers keep the process alive, if that changed. */
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
