// @ts-check
// The module `events`: EventEmitter and its related functions.

import * as inspector from "#deferred/web/inspect/inspector.js";
import { defineHidden, nullPrototype } from "../shared/define.js";
import {
  apply, defineProperty, Error, getPrototypeOf, objectCreate, ownKeys, Symbol, symbolFor,
} from "../shared/primordials.js";
import { nodeHost } from "./host.js";
import { nameMethods } from "./naming.js";
import { nodeError, validateBoolean, validateFunction } from "./errors.js";
import { addAbortListener, getEventListeners, getMaxListeners, maximumOf, on, once, requireCount, setMaxListeners, state } from "./events-waiting.js";
import { defineProperties, push, slice, splice } from "./node-primordials.js";

const errorMonitor = Symbol("events.errorMonitor");
const captureRejectionSymbol = symbolFor("nodejs.rejection");
const kCapture = Symbol("kCapture");

/**
 * @this {any}
 * @param {any} [options]
 */
export function EventEmitter(options) {
  apply(EventEmitter.init, this, [options]);
}

EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;
defineHidden(EventEmitter.prototype, kCapture, false);

/** @this {any} */
EventEmitter.init = function (/** @type {any} */ options) {
  if (this._events === undefined || this._events === /** @type {any} */ (getPrototypeOf(this))._events) {
    this._events = objectCreate(null);
    this._eventsCount = 0;
  }
  this._maxListeners = this._maxListeners || undefined;
  if (options?.captureRejections) {
    validateBoolean(options.captureRejections, "options.captureRejections");
    defineHidden(this, kCapture, true);
  } else {
    defineHidden(this, kCapture, state.captureRejections);
  }
};

const methods = /** @type {any} */ (EventEmitter.prototype);

methods.setMaxListeners = function setMaxListeners(count) {
  requireCount(count, "n");
  this._maxListeners = count;
  return this;
};

methods.getMaxListeners = function getMaxListeners() {
  return maximumOf(this);
};

methods.emit = function emit(type, ...values) {
  const events = this._events;
  if (type === "error") {
    if (events !== undefined && events[errorMonitor] !== undefined) emitAll(this, errorMonitor, values);
    if (events === undefined || events.error === undefined) throw uncaught(values[0]);
  }
  const listener = events?.[type];
  if (listener === undefined) return false;
  if (typeof listener === "function") {
    const result = apply(listener, this, values);
    if (result !== undefined && result !== null) capture(this, result, type, values);
  } else {
    const all = slice(listener);
    for (let i = 0; i < all.length; i++) {
      const result = apply(all[i], this, values);
      if (result !== undefined && result !== null) capture(this, result, type, values);
    }
  }
  return true;
};

/** What an `error` event without a listener throws. */
function uncaught(value) {
  if (value instanceof Error) return value;
  const text = textOf(value);
  const error = nodeError(Error, "ERR_UNHANDLED_ERROR", value === undefined ? "Unhandled error." : `Unhandled error. (${typeof value === "string" ? `'${value}'` : text})`);
  error.context = value;
  return error;
}

/** The inspected value; its plain text if its own method for that throws. */
function textOf(value) {
  const options = nullPrototype({});
  try {
    const custom = value === null || value === undefined ? undefined : value[inspector.inspectCustom];
    if (typeof custom === "function") apply(custom, value, [2, {}, inspector.inspect]);
    return inspector.inspect(value, options);
  } catch {
    return `${value}`;
  }
}

/** Has a promise that a listener returned reported as an error, if the emitter wants that. */
function capture(emitter, result, type, values) {
  if (!emitter[kCapture]) return;
  try {
    const then = result.then;
    if (typeof then !== "function") return;
    apply(then, result, [undefined, (error) => nodeHost.process().nextTick(report, emitter, error, type, values)]);
  } catch (error) {
    emitter.emit("error", error);
  }
}

function report(emitter, error, type, values) {
  if (typeof emitter[captureRejectionSymbol] === "function") {
    const all = slice(values);
    splice(all, 0, 0, error, type);
    apply(emitter[captureRejectionSymbol], emitter, all);
    return;
  }
  const before = emitter[kCapture];
  try {
    emitter[kCapture] = false;
    emitter.emit("error", error);
  } finally {
    emitter[kCapture] = before;
  }
}

function checkListener(listener) {
  validateFunction(listener, "listener");
}

function add(emitter, type, listener, isFirst) {
  checkListener(listener);
  let events = emitter._events;
  if (events === undefined) {
    events = emitter._events = objectCreate(null);
    emitter._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    emitter.emit("newListener", type, listener.listener ?? listener);
    events = emitter._events;
  }
  const existing = events[type];
  if (existing === undefined) {
    events[type] = listener;
    emitter._eventsCount += 1;
    return emitter;
  }
  let list = existing;
  if (typeof existing === "function") list = events[type] = isFirst ? [listener, existing] : [existing, listener];
  else if (isFirst) splice(existing, 0, 0, listener);
  else push(existing, listener);
  const maximum = maximumOf(emitter);
  if (maximum > 0 && list.length > maximum && !list.warned) {
    list.warned = true;
    warn(emitter, type, list.length);
  }
  return emitter;
}

function warn(emitter, type, count) {
  const text = `Possible EventEmitter memory leak detected. ${count} ${typeof type === "symbol" ? inspector.inspect(type, nullPrototype({})) : type} listeners added to ${inspector.inspect(emitter, nullPrototype({ depth: -1 }))}. MaxListeners is ${maximumOf(emitter)}. Use emitter.setMaxListeners() to increase limit`;
  const warning = /** @type {any} */ (new Error(text));
  warning.name = "MaxListenersExceededWarning";
  warning.emitter = emitter;
  warning.type = type;
  warning.count = count;
  nodeHost.process().emitWarning(warning);
}

methods.addListener = function addListener(type, listener) {
  return add(this, type, listener, false);
};
methods.on = methods.addListener;
methods.prependListener = function prependListener(type, listener) {
  return add(this, type, listener, true);
};

/** A listener that removes itself. */
function onceOf(target, type, listener) {
  let fired = false;
  const wrapper = (...values) => {
    if (fired) return undefined;
    target.removeListener(type, wrapper);
    fired = true;
    return apply(listener, target, values);
  };
  defineProperty(wrapper, "listener", nullPrototype({ value: listener, writable: true, enumerable: true, configurable: true }));
  return wrapper;
}

methods.once = function once(type, listener) {
  checkListener(listener);
  return this.on(type, onceOf(this, type, listener));
};
methods.prependOnceListener = function prependOnceListener(type, listener) {
  checkListener(listener);
  return this.prependListener(type, onceOf(this, type, listener));
};

function forget(emitter, type) {
  emitter._eventsCount -= 1;
  if (emitter._eventsCount === 0) emitter._events = objectCreate(null);
  else delete emitter._events[type];
}

methods.removeListener = function removeListener(type, listener) {
  checkListener(listener);
  const events = this._events;
  const list = events?.[type];
  if (list === undefined) return this;
  if (list === listener || list.listener === listener) {
    forget(this, type);
    if (events.removeListener) this.emit("removeListener", type, list.listener ?? listener);
  } else if (typeof list !== "function") {
    let at = list.length - 1;
    while (at >= 0 && list[at] !== listener && list[at].listener !== listener) at -= 1;
    if (at < 0) return this;
    if (list.length === 2) events[type] = list[1 - at];
    else splice(list, at, 1);
    if (events.removeListener !== undefined) this.emit("removeListener", type, listener);
  }
  return this;
};
methods.off = methods.removeListener;

/** @this {any} */
methods.removeAllListeners = function removeAllListeners(/** @type {any} */ type) {
  const events = this._events;
  if (events === undefined) return this;
  if (events.removeListener === undefined) {
    if (arguments.length === 0) {
      this._events = objectCreate(null);
      this._eventsCount = 0;
    } else if (events[type] !== undefined) {
      forget(this, type);
    }
    return this;
  }
  if (arguments.length === 0) {
    const keys = ownKeys(events);
    for (let i = 0; i < keys.length; i++) if (keys[i] !== "removeListener") this.removeAllListeners(keys[i]);
    this.removeAllListeners("removeListener");
    this._events = objectCreate(null);
    this._eventsCount = 0;
    return this;
  }
  const list = events[type];
  if (typeof list === "function") this.removeListener(type, list);
  else if (list !== undefined) for (let i = list.length - 1; i >= 0; i--) this.removeListener(type, list[i]);
  return this;
};

function listenersOf(emitter, type, isRaw) {
  const found = emitter._events?.[type];
  if (found === undefined) return [];
  const list = typeof found === "function" ? [found] : slice(found);
  if (!isRaw) for (let i = 0; i < list.length; i++) list[i] = list[i].listener ?? list[i];
  return list;
}

methods.listeners = function listeners(type) {
  return listenersOf(this, type, false);
};
methods.rawListeners = function rawListeners(type) {
  return listenersOf(this, type, true);
};
methods.listenerCount = function listenerCount(type, listener) {
  const found = this._events?.[type];
  if (found === undefined) return 0;
  if (listener !== undefined && listener !== null) {
    let count = 0;
    const list = typeof found === "function" ? [found] : found;
    for (let i = 0; i < list.length; i++) if (list[i] === listener || list[i].listener === listener) count += 1;
    return count;
  }
  return typeof found === "function" ? 1 : found.length;
};
methods.eventNames = function eventNames() {
  return this._eventsCount > 0 ? ownKeys(this._events) : [];
};

const self = /** @type {any} */ (EventEmitter);
self.addAbortListener = addAbortListener;
self.once = once;
self.on = on;
self.getEventListeners = getEventListeners;
self.getMaxListeners = getMaxListeners;
self.EventEmitter = EventEmitter;
self.usingDomains = false;
self.captureRejectionSymbol = captureRejectionSymbol;
self.errorMonitor = errorMonitor;
self.setMaxListeners = setMaxListeners;
self.listenerCount = (emitter, type) =>
  typeof emitter.listenerCount === "function" ? emitter.listenerCount(type) : apply(methods.listenerCount, emitter, [type]);

/** `emit` without a list of its own for the values. */
function emitAll(emitter, type, values) {
  const all = slice(values);
  splice(all, 0, 0, type);
  apply(methods.emit, emitter, all);
}

const shown = (get, set) => ({ __proto__: null, get, set, enumerable: true, configurable: false });
defineProperties(self, {
  captureRejections: shown(() => state.captureRejections, (value) => {
    validateBoolean(value, "EventEmitter.captureRejections");
    state.captureRejections = value;
  }),
  defaultMaxListeners: shown(() => state.maxListeners, (value) => {
    requireCount(value, "defaultMaxListeners");
    state.maxListeners = value;
  }),
});

nameMethods(methods);
nameMethods(self);

export const events = EventEmitter;
