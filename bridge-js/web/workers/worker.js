// @ts-check
import * as messages from "#deferred/web/messaging/message-event.js";
import { defineHidden, nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { construct, Error, mapDelete, mapSet, setPrototypeOf, stringIndexOf, stringSlice, TypeError, WeakMap, weakMapGet, weakMapSet } from "../../shared/primordials.js";
import { DOMException } from "../errors/dom-exception.js";
import { control, ErrorEvent } from "../events/event.js";
import { defineHandlers, EventHandler } from "../events/event-handler.js";
import { EventTarget, listenersOf, reportLater } from "../events/event-target.js";
import { describeInterface, dictionary, requireArguments } from "../interface.js";
import { FarEnd, failures, native } from "../messaging/far-end.js";
import { transferIn } from "../messaging/message-port.js";

/** @typedef {import("../events/event.js").Event} Event */
/** @typedef {{ number: number, far: FarEnd | undefined, onmessage: EventHandler, onmessageerror: EventHandler, onerror: EventHandler }} WorkerState `far` until it was terminated */

/** @type {WeakMap<object, WorkerState>} */
const states = new WeakMap();

/** @param {unknown} worker */
function stateOf(worker) {
  const state = isObject(worker) ? weakMapGet(states, worker) : undefined;
  if (state === undefined) throw new TypeError("The receiver is not a Worker");
  return state;
}

/** A module that runs in a context of its own, on its own thread. */
export class Worker {
  // `extends` is not used: a page may give the class another parent, whose constructor `super` would call.

  /**
   * @param {unknown} url
   * @param {{ type?: unknown, name?: unknown }} [options]
   */
  constructor(url, options = undefined) {
    requireArguments("Worker", arguments.length, 1);
    const address = `${url}`;
    const { name = "", type = "classic" } = dictionary(options, "Worker");
    const label = `${name}`;
    const kind = `${type}`;
    if (kind !== "module" && kind !== "classic") throw new TypeError(`Worker: the type must be "module", not "${kind}"`);
    if (kind === "classic") throw new DOMException('Worker: classic workers are not supported; use { type: "module" }', "NotSupportedError");
    const number = native.spawn(address, label);
    if (typeof number === "string") {
      const colon = stringIndexOf(number, ": ");
      throw new DOMException(`Worker: ${stringSlice(number, colon + 2)}`, stringSlice(number, 0, colon));
    }
    const target = /** @type {EventTarget} */ (construct(EventTarget, [], new.target));
    const listeners = listenersOf(target);
    const dispatch = (/** @type {Event} */ event) => listeners.dispatch(control.setTrusted(event, true), target, true, reportLater);
    const far = new FarEnd(number, {
      deliver: (message) => {
        dispatch(message === undefined ? new messages.MessageEvent("messageerror") : new messages.MessageEvent("message", nullPrototype({ ...message })));
      },
      lose: () => {
        mapDelete(failures, number);
      },
    });
    /** @type {import("../messaging/far-end.js").FailureListener} */
    const failed = (_, message, filename, lineno, colno) => {
      if (!dispatch(new ErrorEvent("error", nullPrototype({ cancelable: true, message, filename, lineno, colno })))) return;
      const error = new Error(message);
      defineHidden(error, "sourceURL", filename);
      defineHidden(error, "line", lineno);
      defineHidden(error, "column", colno);
      defineHidden(error, "stack", lineno > 0 ? `${filename}:${lineno}:${colno}` : "");
      reportLater(error);
    };
    mapSet(failures, number, failed);
    const state = {
      number, far, onmessage: new EventHandler("message", listeners), onmessageerror: new EventHandler("messageerror", listeners),
      onerror: new EventHandler("error", listeners),
    };
    weakMapSet(states, target, state);
    far.start();
    // @ts-ignore: the instance of `new.target`
    return target;
  }

  /**
   * @param {unknown} message
   * @param {unknown} [options] the objects to transfer, or options with them
   */
  postMessage(message, options = undefined) {
    const { far } = stateOf(this);
    requireArguments("Worker.postMessage", arguments.length, 1);
    far?.post(message, transferIn(options, "Worker.postMessage"), undefined);
  }

  /** Ends the worker at once, whatever it does. */
  terminate() {
    const state = stateOf(this);
    if (state.far === undefined) return;
    state.far.close();
    state.far = undefined;
    mapDelete(failures, state.number);
    native.terminate(state.number);
  }
}

setPrototypeOf(Worker, EventTarget);
setPrototypeOf(Worker.prototype, EventTarget.prototype);
defineHandlers(Worker, stateOf, ["onmessage", "onmessageerror", "onerror"]);
describeInterface(Worker);
