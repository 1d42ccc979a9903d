// Two bridges that are joined by a link, for tests of functions and objects.

import { connectJsonRpc } from "../../client/json-rpc.js";

/** Two ends of a link, of which the first sends functions. */
export const join = () => {
  const sent = [];
  const ends = {};
  const port = (name, options) => ({
    ...options,
    send(text) {
      sent.push(text);
      queueMicrotask(() => ends[name].deliver(text));
    },
  });
  ends.here = connectJsonRpc(port("there", { takesFunctions: true }));
  ends.there = connectJsonRpc(port("here", {}));
  return { here: ends.here.bridge, there: ends.there.bridge, sent };
};

/** Two ends of a link over which functions cross in both directions. */
export const joinBoth = () => {
  const ends = {};
  const port = (name) => ({ takesFunctions: true, send: (text) => queueMicrotask(() => ends[name].deliver(text)) });
  ends.here = connectJsonRpc(port("there"));
  ends.there = connectJsonRpc(port("here"));
  return { here: ends.here.bridge, there: ends.there.bridge, close: () => ends.here.close() };
};
