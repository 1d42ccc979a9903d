// @ts-check
// The frozen object that people write to.

import { freeze } from "./primordials.js";
import { version } from "./version.js";

const rethrow = (/** @type {unknown} */ error) => {
  throw error;
};

/** @param {() => import("./parts.js").Parts} parts what the bridge is made of, which may be made when it is first asked for */
export const makeBridge = (parts) =>
  freeze({
    /**
     * @param {string} method
     * @param {unknown} [params]
     * @param {import("./calls.js").CallOptions} [given]
     * @returns {Promise<*>}
     */
    call: (method, params, given) => {
      const { calls, chain } = parts();
      if (chain.isEmpty) return calls.call(method, params, given);
      return chain.run({ method, params, options: given });
    },
    callSync: (/** @type {string} */ method, /** @type {unknown} */ params) => {
      const { BridgeError, calls, chain } = parts();
      if (!chain.isEmpty) throw new BridgeError("FAILED_PRECONDITION", `${method}: a middleware may take its time, so await bridge.call`);
      return calls.callSync(method, params);
    },
    /** @type {import("./events.js").Events["on"]} */
    on: (event, listener, given) => parts().events.on(event, listener, given),
    stream: (/** @type {string} */ method, /** @type {unknown} */ params, /** @type {*} */ given) =>
      parts().streams.open(method, params, given),
    once: (/** @type {string} */ event, /** @type {*} */ listener, /** @type {*} */ given) =>
      listener === undefined
        ? parts().events.next(event, given)
        : parts().events.on(event, listener, { signal: given?.signal, once: true }),
    handle: (/** @type {string} */ method, /** @type {import("./handlers.js").Handler} */ handler) =>
      parts().handlers.add(method, handler),
    use: (/** @type {import("./middleware.js").Middleware} */ middleware) => parts().chain.add(middleware),
    get plugins() {
      return parts().plugins;
    },
    contract: (/** @type {unknown} */ expected) => {
      const { calls, contract, when } = parts();
      return when(calls.call("$/contract", expected, undefined), (text) => contract.take(text), rethrow);
    },
    inspect: () => {
      const { calls, events, handlers, session, streams } = parts();
      return {
        pending: calls.pending,
        handlers: handlers.size,
        listeners: events.size,
        streams: streams.size + handlers.streams,
        late: session.late,
      };
    },
    get BridgeError() {
      return parts().BridgeError;
    },
    version,
  });
