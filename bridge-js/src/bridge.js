// @ts-check
// One bridge: its parts joined, and the frozen object that people write to.

import { freeze } from "./primordials.js";
import { BridgeError } from "./errors.js";
import { Calls } from "./calls.js";
import { Contract } from "./contract.js";
import { Chain } from "./middleware.js";
import { Events } from "./events.js";
import { Handlers } from "./handlers.js";
import { Session } from "./session.js";
import { Streams } from "./streams.js";
import { makePlugins } from "./plugins.js";
import { when } from "./promises.js";
import { makeReceive } from "./receiver.js";
import { version } from "./version.js";

/** @typedef {import("./calls.js").CallOptions} CallOptions */

const rethrow = (/** @type {unknown} */ error) => {
  throw error;
};

/**
 * @param {import("./kinds.js").Link} link
 * @param {import("./session.js").Options} [options]
 */
export const createBridge = (link, options = {}) => {
  const session = new Session(link, options);
  const calls = new Calls(session);
  const streams = new Streams(session);
  const chain = new Chain(({ method, params, options: given }) => calls.call(method, params, given));

  /**
   * @param {string} method
   * @param {unknown} [params]
   * @param {CallOptions} [given]
   * @returns {Promise<*>}
   */
  const call = (method, params, given) => {
    if (chain.isEmpty) return calls.call(method, params, given);
    return chain.run({ method, params, options: given });
  };

  const callSync = (/** @type {string} */ method, /** @type {unknown} */ params) => {
    if (!chain.isEmpty) throw new BridgeError("FAILED_PRECONDITION", `${method}: a middleware may take its time, so await bridge.call`);
    return calls.callSync(method, params);
  };

  // Subscriptions are the bridge's own business: no middleware sees them.
  const events = new Events(session, (method, params) => calls.call(method, params, undefined));
  const handlers = new Handlers(session, call);

  /** @type {Events["on"]} */
  const on = (event, listener, given) => events.on(event, listener, given);

  const stream = (/** @type {string} */ method, /** @type {unknown} */ params, /** @type {*} */ given) =>
    streams.open(method, params, given);

  const contract = new Contract(session, options.discover);

  // Handed to the link alone: settling takes this function, and no global leads to it.
  link.open?.(makeReceive({ session, calls, streams, events, handlers }));

  return freeze({
    call,
    callSync,
    on,
    stream,
    once: (/** @type {string} */ event, /** @type {*} */ listener, /** @type {*} */ given) =>
      listener === undefined
        ? events.next(event, given)
        : events.on(event, listener, { signal: given?.signal, once: true }),
    handle: (/** @type {string} */ method, /** @type {import("./handlers.js").Handler} */ handler) =>
      handlers.add(method, handler),
    use: (/** @type {import("./middleware.js").Middleware} */ middleware) => chain.add(middleware),
    plugins: makePlugins({ call, stream, on }, contract),
    contract: (/** @type {unknown} */ expected) =>
      when(calls.call("$/contract", expected, undefined), (text) => contract.take(text), rethrow),
    inspect: () => ({
      pending: calls.pending,
      handlers: handlers.size,
      listeners: events.size,
      streams: streams.size + handlers.streams,
      late: session.late,
    }),
    BridgeError,
    version,
  });
};
