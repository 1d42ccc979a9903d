// @ts-check
// The module `async_hooks`. The engine does not tell which continuation belongs to which call, so a store is known in the
// synchronous part of a call, and in callbacks that these carry: timers, `queueMicrotask`, `process.nextTick`, `AsyncResource` and
// bound functions. After a native `await`, and in reactions of promises, `getStore` throws: it must not return a wrong store.

import { carry, context, runWith } from "../shared/async-context.js";
import { defineProperty, Error, promiseResolve, promiseThen } from "../shared/primordials.js";
import { nullPrototype } from "../shared/define.js";
import { nodeError, validateFunction, validateString } from "./errors.js";
import { nameMethods } from "./naming.js";
import { refuseAll } from "./refusal.js";

/** Once the current code and its microtasks have begun to run, no store is known outside of carried callbacks. */
function forgetLater() {
  promiseThen(promiseResolve(undefined), () => {
    context.frame = undefined;
    context.isKnown = false;
  });
}

/** The stores without that of one storage. */
function without(frame, owner) {
  if (frame === undefined) return undefined;
  if (frame.owner === owner) return without(frame.next, owner);
  return { owner: frame.owner, store: frame.store, next: without(frame.next, owner) };
}

class AsyncLocalStorage {
  #isEnabled = false;
  #hasEntered = false;

  constructor() {
    context.isUsed = true;
  }

  #with(store) {
    this.#isEnabled = true;
    this.#hasEntered = true;
    forgetLater();
    return { owner: this, store, next: without(context.frame, this) };
  }

  run(store, callback, ...values) {
    validateFunction(callback, "callback");
    return runWith(this.#with(store), true, callback, undefined, values);
  }

  exit(callback, ...values) {
    validateFunction(callback, "callback");
    return runWith(without(context.frame, this), context.isKnown, callback, undefined, values);
  }

  /** Until the end of the code that runs now, without its continuations. */
  enterWith(store) {
    context.frame = this.#with(store);
    context.isKnown = true;
  }

  getStore() {
    if (!this.#isEnabled) return undefined;
    for (let frame = context.frame; frame !== undefined; frame = frame.next) if (frame.owner === this) return frame.store;
    if (context.isKnown || !this.#hasEntered) return undefined;
    throw nodeError(Error, "ERR_ASYNC_CONTEXT_UNKNOWN", "AsyncLocalStorage.getStore() was called after an await, in a reaction of a promise or in a " +
      "callback of the host, where this engine does not tell which store belongs to the code. Read the store before the first await, " +
      "or wrap the code that needs it by AsyncLocalStorage.bind(), AsyncLocalStorage.snapshot() or run().");
  }

  disable() {
    this.#isEnabled = false;
    context.frame = without(context.frame, this);
  }

  static bind(callback) {
    validateFunction(callback, "fn");
    return keep(callback);
  }

  static snapshot() {
    const { frame, isKnown } = context;
    return (callback, ...values) => runWith(frame, isKnown, callback, undefined, values);
  }
}

/** A function that has the stores of now, also where no storage is used yet. */
function keep(callback) {
  context.isUsed = true;
  return carry(callback);
}

class AsyncResource {
  #frame = context.frame;
  #isKnown = context.isKnown;

  constructor(type) {
    validateString(type, "type");
    context.isUsed = true;
  }

  runInAsyncScope(callback, receiver, ...values) {
    return runWith(this.#frame, this.#isKnown, callback, receiver, values);
  }

  bind(callback, receiver) {
    validateFunction(callback, "fn");
    const resource = this;
    const bound = function (/** @type {any[]} */ ...values) {
      return runWith(resource.#frame, resource.#isKnown, callback, receiver === undefined ? this : receiver, values);
    };
    defineProperty(bound, "length", nullPrototype({ value: callback.length, configurable: true }));
    return bound;
  }

  static bind(callback, type, receiver) {
    return new AsyncResource(type || callback?.name || "bound-anonymous-fn").bind(callback, receiver);
  }

  emitDestroy() {
    return this;
  }
}
refuseAll(AsyncResource.prototype, "AsyncResource", ["asyncId", "triggerAsyncId"], "Asynchronous work has no numbers in this engine.");

/** @type {any} */
export const asyncHooks = { AsyncLocalStorage, AsyncResource };
refuseAll(asyncHooks, "async_hooks", ["createHook", "executionAsyncId", "executionAsyncResource", "triggerAsyncId"],
  "This engine does not tell when asynchronous work begins and ends: use AsyncLocalStorage, or pass the context as an argument.");
nameMethods(asyncHooks);
