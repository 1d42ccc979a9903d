// @ts-check
// What one bridge is made of.

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

/** @typedef {ReturnType<typeof makeParts>} Parts */

/**
 * @param {import("./kinds.js").Link} link
 * @param {import("./session.js").Options} options
 */
export const makeParts = (link, options) => {
  const session = new Session(link, options);
  const calls = new Calls(session);
  const streams = new Streams(session);
  const chain = new Chain(({ method, params, options: given }) => calls.call(method, params, given));

  /**
   * @param {string} method
   * @param {unknown} [params]
   * @param {import("./calls.js").CallOptions} [given]
   * @returns {Promise<*>}
   */
  const call = (method, params, given) =>
    chain.isEmpty ? calls.call(method, params, given) : chain.run({ method, params, options: given });

  // Subscriptions are the bridge's own business: no middleware sees them.
  const events = new Events(session, (method, params) => calls.call(method, params, undefined));
  const handlers = new Handlers(session, call);
  const contract = new Contract(session, options.discover);

  /** @type {Events["on"]} */
  const on = (event, listener, given) => events.on(event, listener, given);
  const stream = (/** @type {string} */ method, /** @type {unknown} */ params, /** @type {*} */ given) =>
    streams.open(method, params, given);
  const plugins = makePlugins({ call, stream, on }, contract);

  // Handed to the link alone: settling takes this function, and no global leads to it.
  link.open?.(makeReceive({ session, calls, streams, events, handlers }));

  return { session, calls, chain, streams, events, handlers, contract, plugins, when, BridgeError };
};
