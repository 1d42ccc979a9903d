// @ts-check
// Events: the first listener of an event subscribes to it, and the removal of the last one unsubscribes.

import { noop } from "../shared/noop.js";
import { OwnMap } from "../shared/primordials.js";
import { BridgeError, cancelled, invalid } from "./errors.js";
import { ListenerList } from "../shared/listener-list.js";
import { LISTEN_OPTIONS, requireOptions } from "./options.js";
import { ignore, last, newPromise, when } from "./promises.js";
import { onAbort, signalFrom } from "./signals.js";
import { requireText } from "./calls.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {(value: unknown) => void} Listener */

/**
 * @typedef {object} ListenOptions
 * @property {import("./signals.js").SignalLike | null} [signal]
 * @property {boolean} [once]
 */

/**
 * @typedef {object} Topic
 * @property {ListenerList<Listener>} listeners
 * @property {ListenerList<(error: unknown) => void>} waiters reject the promises of `once`
 * @property {boolean} isSubscribed
 */

export class Events {
  #session;
  #call;
  /** @type {Map<string, Topic>} */
  #topics = new OwnMap();
  #size = 0;

  /**
   * @param {Session} session
   * @param {(method: string, params: unknown) => Promise<unknown>} call
   */
  constructor(session, call) {
    this.#session = session;
    this.#call = call;
  }

  get size() {
    return this.#size;
  }

  /**
   * @param {string} event
   * @param {Listener} listener
   * @param {ListenOptions | null} [options]
   * @returns {() => void} removes the listener
   */
  on(event, listener, options) {
    requireText(event, "event");
    if (typeof listener !== "function") throw invalid("listener: expected a function");
    if (options !== undefined) requireOptions(options, LISTEN_OPTIONS);
    const signal = signalFrom(options?.signal);
    const isOnce = options?.once === true;
    if (signal?.aborted) return noop;
    /** @type {() => void} */
    let unlisten = noop;
    const topic = this.#topic(event);
    const once = (/** @type {unknown} */ value) => {
      stop();
      listener(value);
    };
    const node = topic.listeners.add(isOnce ? once : listener);
    this.#size += 1;
    const stop = () => {
      if (!topic.listeners.remove(node)) return;
      this.#size -= 1;
      unlisten();
      this.#leave(event, topic);
    };
    this.#subscribe(event, topic);
    try {
      if (signal !== undefined) unlisten = onAbort(signal, stop);
    } catch (error) {
      stop(); // The signal does not accept a listener.
      throw error;
    }
    return stop;
  }

  /**
   * The next occurrence of an event, for a listener or as a promise.
   *
   * @param {string} event
   * @param {Listener | undefined} listener
   * @param {ListenOptions | null} [options]
   */
  once(event, listener, options) {
    if (listener === undefined) return this.next(event, options);
    if (options !== undefined) requireOptions(options, LISTEN_OPTIONS);
    return this.on(event, listener, { signal: options?.signal, once: true });
  }

  /**
   * The next occurrence of an event.
   *
   * @param {string} event
   * @param {ListenOptions | null} [options]
   * @returns {Promise<unknown>} rejects when the event cannot occur any more
   */
  next(event, options) {
    const promise = newPromise();
    const { resolve, reject } = last;
    try {
      requireText(event, "event");
      if (options !== undefined) requireOptions(options, LISTEN_OPTIONS);
      this.#session.requireOpen();
      const signal = signalFrom(options?.signal);
      if (signal?.aborted) throw cancelled(signal.reason);
      this.#wait(event, resolve, reject, signal);
    } catch (error) {
      reject(error);
    }
    return promise;
  }

  /**
   * @param {string} event
   * @param {unknown} value
   */
  emit(event, value) {
    const topic = this.#topics.get(event);
    if (topic === undefined) return;
    topic.listeners.each((/** @type {Listener} */ listener) => {
      try {
        listener(value);
      } catch (error) {
        this.#session.report(error);
      }
    });
  }

  /** @param {string} event */
  hasListeners(event) {
    return this.#topics.get(event) !== undefined;
  }

  /**
   * @param {string} code
   * @param {string} message
   */
  close(code, message) {
    this.#topics.forEach((/** @type {Topic} */ topic) => {
      topic.waiters.each((reject) => reject(new BridgeError(code, message)));
    });
  }

  /**
   * @param {string} event
   * @param {Listener} resolve
   * @param {(error: unknown) => void} reject
   * @param {import("./signals.js").SignalLike | undefined} signal
   */
  #wait(event, resolve, reject, signal) {
    /** @type {() => void} */
    let unlisten = noop;
    const topic = this.#topic(event);
    const finish = () => {
      topic.waiters.remove(waiter);
      if (!topic.listeners.remove(node)) return;
      this.#size -= 1;
      unlisten();
      this.#leave(event, topic);
    };
    const fail = (/** @type {unknown} */ error) => {
      finish();
      reject(error);
    };
    const waiter = topic.waiters.add(fail);
    const node = topic.listeners.add((value) => {
      finish();
      resolve(value);
    });
    this.#size += 1;
    this.#subscribe(event, topic);
    try {
      if (signal !== undefined) unlisten = onAbort(signal, () => fail(cancelled(signal.reason)));
    } catch (error) {
      fail(error);
    }
  }

  /**
   * @param {string} event
   * @returns {Topic}
   */
  #topic(event) {
    const known = this.#topics.get(event);
    if (known !== undefined) return known;
    /** @type {Topic} */
    const topic = { listeners: new ListenerList(), waiters: new ListenerList(), isSubscribed: false };
    this.#topics.set(event, topic);
    return topic;
  }

  /**
   * @param {string} event
   * @param {Topic} topic
   */
  #subscribe(event, topic) {
    if (topic.isSubscribed) return;
    topic.isSubscribed = true;
    void when(this.#call("$/subscribe", { event }), noop, (error) => {
      // The next listener subscribes again. A waiter is rejected with the error; without waiters it is reported.
      topic.isSubscribed = false;
      const hasListeners = topic.listeners.size > topic.waiters.size || topic.waiters.size === 0;
      topic.waiters.each((reject) => reject(error));
      if (hasListeners) throw error; // Rejects a promise without reactions: the host reports it as unhandled.
    });
  }

  /**
   * @param {string} event
   * @param {Topic} topic
   */
  #leave(event, topic) {
    if (topic.listeners.size > 0) return;
    this.#topics.delete(event);
    if (!topic.isSubscribed) return;
    topic.isSubscribed = false;
    if (this.#session.closed === undefined) ignore(this.#call("$/unsubscribe", { event }));
  }
}
