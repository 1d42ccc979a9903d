// @ts-check
import * as parts from "#deferred/web/errors/error-parts.js";
import { nullPrototype } from "../../shared/define.js";
import { argumentsOf, control, ErrorEvent, PromiseRejectionEvent } from "./event.js";
import { EventHandler } from "./event-handler.js";
import { host } from "../host.js";
import { Listeners } from "./listeners.js";
import { makeList } from "../../shared/lists.js";
import { apply, globalObject, TypeError, WeakRef, weakRefDeref } from "../../shared/primordials.js";

/** @typedef {import("./event.js").Event} Event */

/** The listeners of the global object. */
export const globalListeners = new Listeners();

/** `globalThis.onerror`, which receives the parts of the error. Its result true means that the error is handled. */
export const onerror = new EventHandler("error", globalListeners, (handler, event) => {
  if (apply(handler, globalObject, argumentsOf(event)) === true) control.cancel(event);
});

/** `globalThis.onunhandledrejection`. */
export const onunhandledrejection = new EventHandler("unhandledrejection", globalListeners);

/** `globalThis.onrejectionhandled`. */
export const onrejectionhandled = new EventHandler("rejectionhandled", globalListeners);

/**
 * Rejections that were reported while something listened for their handling, until they are handled.
 * @type {{ promise: WeakRef<object>, reason: unknown }[]}
 */
let outstanding = makeList();

/** Of more, the oldest are forgotten: each is looked at after every turn. */
const mostOutstanding = 256;

/** Whether an `error` event is being dispatched: an error of its listeners goes to the native side at once. */
let reporting = false;

/**
 * Reports an error that was not caught: to the listeners for `error` first, then to the native side.
 * @param {unknown} error
 */
export function reportUncaught(error) {
  if (reporting) {
    host.report(error, "uncaught");
    return;
  }
  reporting = true;
  let unhandled = true;
  try {
    const { file, line, column } = parts.locate(error);
    const message = parts.messageOf(error);
    const init = nullPrototype({ cancelable: true, message, filename: file, lineno: line, colno: column, error });
    const event = new ErrorEvent("error", init);
    unhandled = dispatchGlobally(event);
  } catch {
    // A page has given the class of the event another parent. The native side receives the error all the same.
  } finally {
    reporting = false;
  }
  if (unhandled) host.report(error, "uncaught");
}

/**
 * Reports a rejection without a reaction.
 * @param {unknown} reason
 * @param {object} [promise]
 * @returns whether to call `reportHandled` after each turn
 */
export function reportRejection(reason, promise) {
  let unhandled = true;
  try {
    const init = nullPrototype({ cancelable: true, reason, promise: promise ?? nullPrototype({}) });
    unhandled = dispatchGlobally(new PromiseRejectionEvent("unhandledrejection", init));
  } catch {
    // As above.
  }
  if (unhandled) host.report(reason, "unhandledrejection");
  if (promise === undefined || globalListeners.count("rejectionhandled") === 0) return false;
  if (outstanding.length === mostOutstanding) outstanding = remaining((entry) => entry !== outstanding[0]);
  outstanding[outstanding.length] = { promise: new WeakRef(promise), reason };
  return true;
}

/**
 * Reports the rejections that have been handled since they were reported as unhandled.
 * @param {(promise: object) => boolean} isHandled
 * @returns whether others are left
 */
export function reportHandled(isHandled) {
  /** @type {{ promise: object, reason: unknown }[]} */
  const handled = makeList();
  outstanding = remaining(({ promise, reason }) => {
    const target = weakRefDeref(promise);
    if (target === undefined) return false;
    if (!isHandled(target)) return true;
    handled[handled.length] = { promise: target, reason };
    return false;
  });
  for (let i = 0; i < handled.length; i++) {
    try {
      dispatchGlobally(new PromiseRejectionEvent("rejectionhandled", nullPrototype({ ...handled[i] })));
    } catch {
      // As above.
    }
  }
  return outstanding.length > 0;
}

/** @param {(entry: { promise: WeakRef<object>, reason: unknown }) => boolean} isKept */
function remaining(isKept) {
  /** @type {typeof outstanding} */
  const kept = makeList();
  for (let i = 0; i < outstanding.length; i++) {
    const entry = /** @type {(typeof outstanding)[0]} */ (outstanding[i]);
    if (isKept(entry)) kept[kept.length] = entry;
  }
  return kept;
}

/** @param {Event} event */
function dispatchGlobally(event) {
  return globalListeners.dispatch(event, globalObject, true, reportUncaught);
}

/**
 * The global function: reports an error like one that was not caught.
 * @param {unknown} error
 */
export function reportError(error) {
  if (arguments.length === 0) throw new TypeError("reportError: an argument is required");
  reportUncaught(error);
}
