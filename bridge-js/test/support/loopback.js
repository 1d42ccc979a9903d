// Two bridges joined in memory: by a link that passes values as native code does, and by the wire.

import { createBridge } from "../../index.js";
import { connectJsonRpc } from "../../client/json-rpc.js";
import * as kinds from "../../client/kinds.js";

/** Bodies in the form of native code: text stays encoded, primitives are values. */
const arrival = (kind, tag, body, attachments) => {
  if (tag === kinds.TAG_TEXT && kind !== kinds.ERROR) return [kind + 1, [body, attachments]];
  return [kind, kind === kinds.ERROR ? [body, attachments] : body];
};

const directLink = (end) => ({
  open: (receive) => {
    end.receive = receive;
  },
  call(id, method, tag, body, attachments, timeout, credit, metadata) {
    const message =
      tag === kinds.TAG_TEXT
        ? [kinds.REQUEST_ENCODED, id, [method, body, attachments, timeout, credit, metadata]]
        : [kinds.REQUEST, id, [method, body, timeout, credit, metadata]];
    end.sent.push(message);
    queueMicrotask(() => end.peer.receive(...message));
  },
  post(kind, id, tag, body, attachments) {
    const [arriving, content] = kind >= kinds.CANCEL ? [kind, body] : arrival(kind, tag, body, attachments);
    end.sent.push([kind, id, content]);
    queueMicrotask(() => end.peer.receive(arriving, id, content));
  },
});

/** Native code's handling of events, by a second bridge. */
const answerSubscriptions = (bridge, subscribed) => {
  bridge.handle("$/subscribe", ({ event }) => {
    if (event === "refused") throw new bridge.BridgeError("PERMISSION_DENIED", "not allowed: refused");
    subscribed.add(event);
  });
  bridge.handle("$/unsubscribe", ({ event }) => void subscribed.delete(event));
};

const direct = (options) => {
  const near = { sent: [], receive: undefined, peer: undefined };
  const far = { sent: [], receive: undefined, peer: near };
  near.peer = far;
  const here = createBridge(directLink(near), options);
  const there = createBridge(directLink(far), options);
  const subscribed = new Set();
  answerSubscriptions(there, subscribed);
  return {
    here,
    there,
    subscribed,
    emit: (event, value) => near.receive(kinds.EVENT, 0, [event, value]),
    close: (code, message) => near.receive(kinds.CLOSE, 0, [code, message]),
    answerAgain: (id) => near.receive(kinds.RESULT, id, "again"),
    sent: () => near.sent.length,
  };
};

const wire = (batch) => (options) => {
  let sent = 0;
  let near;
  let far;
  const port = (other, count) => ({
    send(text) {
      if (count) sent += 1;
      queueMicrotask(() => other().deliver(text));
    },
  });
  near = connectJsonRpc(port(() => far, true), { ...options, batch });
  far = connectJsonRpc(port(() => near, false), { ...options, batch });
  const subscribed = new Set();
  answerSubscriptions(far.bridge, subscribed);
  return {
    here: near.bridge,
    there: far.bridge,
    subscribed,
    emit: (event, value) => near.deliver(JSON.stringify({ jsonrpc: "2.0", method: "$/event", params: { event, value } })),
    close: (code, message) => near.close(code, message),
    answerAgain: (id) => near.deliver(JSON.stringify({ jsonrpc: "2.0", id, result: "again" })),
    sent: () => sent,
  };
};

/** The carriers for tests that run over each. */
export const fidelities = [
  ["direct link", direct],
  ["JSON-RPC", wire(false)],
  ["JSON-RPC in batches", wire(true)],
];

/** Runs everything that is ready, without waiting for time to pass. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
