// @ts-check
// The frozen object that programs use.

import { freeze } from "../shared/primordials.js";
import { version } from "./identity.js";

/** @param {() => import("./parts.js").Parts} parts what the bridge is made of, which may be made when it is first asked for */
export const makeBridge = (parts) =>
  freeze({
    /**
     * @param {string} method
     * @param {unknown} [params]
     * @param {import("./calls.js").CallOptions} [given]
     * @returns {Promise<*>}
     */
    call: (method, params, given) => parts().call(method, params, given),
    callSync: (/** @type {string} */ method, /** @type {unknown} */ params) => parts().callSync(method, params),
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
    use: (/** @type {import("./middleware.js").Middleware} */ middleware) => parts().use(middleware),
    get plugins() {
      return parts().plugins;
    },
    contract: (/** @type {unknown} */ expected) => parts().askContract(expected),
    inspect: () => parts().count(),
    get BridgeError() {
      return parts().BridgeError;
    },
    version,
  });
