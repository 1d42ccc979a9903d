// @ts-check
// The frozen object that programs use.

import { freeze } from "../shared/primordials.js";
import { version } from "./identity.js";

/** @typedef {import("./calls.js").CallOptions} CallOptions */
/** @typedef {import("./events.js").ListenOptions} ListenOptions */

/** @param {() => import("./parts.js").Parts} parts what the bridge is made of, which may be made when it is first asked for */
export const makeBridge = (parts) =>
  freeze({
    /** @type {(method: string, params?: unknown, given?: CallOptions, more?: unknown) => Promise<*>} */
    call: (method, params, given, more) =>
      more === undefined ? parts().call(method, params, given) : parts().refuseSurplus("call takes a method, its parameters and options"),
    /** @type {(method: string, params?: unknown, more?: unknown) => unknown} */
    callSync: (method, params, more) => {
      if (more !== undefined) parts().throwSurplus("callSync takes a method and its parameters: it has no options");
      return parts().callSync(method, params);
    },
    /** @type {(event: string, listener: (value: unknown) => void, given?: ListenOptions, more?: unknown) => () => void} */
    on: (event, listener, given, more) => {
      if (more !== undefined) parts().throwSurplus("on takes an event, a listener and options");
      return parts().events.on(event, listener, given);
    },
    /** @type {(method: string, params?: unknown, given?: *, more?: unknown) => AsyncIterableIterator<unknown>} */
    stream: (method, params, given, more) => {
      if (more !== undefined) parts().throwSurplus("stream takes a method, its parameters and options");
      return parts().streams.open(method, params, given);
    },
    /** @type {(event: string, listener?: *, given?: ListenOptions, more?: unknown) => *} */
    once: (event, listener, given, more) => {
      if (more !== undefined) parts().throwSurplus("once takes an event, a listener and options");
      return parts().events.once(event, listener, given);
    },
    handle: (/** @type {string} */ method, /** @type {import("./handlers.js").Handler} */ handler) =>
      parts().handlers.add(method, handler),
    use: (/** @type {import("./middleware.js").Middleware} */ middleware) => parts().use(middleware),
    get plugins() {
      return parts().plugins;
    },
    contract: (/** @type {unknown} */ expected) => parts().askContract(expected),
    remote: (/** @type {object} */ object) => parts().remote(object),
    release: (/** @type {unknown} */ reference) => parts().release(reference),
    inspect: () => parts().count(),
    get RemoteObject() {
      return parts().RemoteObject;
    },
    get BridgeError() {
      return parts().BridgeError;
    },
    version,
  });
