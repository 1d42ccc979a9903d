// Uses of this package's declarations, which have to compile; the file is never run.

import { BridgeError, type Bridge, type CallOptions, type Code, type Middleware, type Undo } from "causeway-bridge";
import { connectJsonRpc } from "causeway-bridge/json-rpc";
import { createMock, type Mock } from "causeway-bridge/testing";

interface Row {
  id: number;
  name: string;
}

export const calls = async (bridge: Bridge, signal: AbortSignal) => {
  const onProgress = (fraction: number) => fraction.toFixed(2);
  const options: CallOptions<number> = { timeout: 2000, onProgress };
  const rows = await bridge.call<Row[], { from: number }>("rows.query", { from: 1 }, options);
  const ssid: string | null = await bridge.call("wifi.ssid", undefined, { signal, onProgress });
  for await (const row of bridge.stream<Row>("rows.all", { from: 1 }, { buffer: 4, signal })) rows.push(row);
  const next: Row = await bridge.once<Row>("row.changed", undefined, { signal });
  const stop: Undo = bridge.on<Row>("row.changed", (row) => row.id, { signal, once: true });
  stop();
  return { rows, ssid, next };
};

export const handlers = (bridge: Bridge) => {
  bridge.handle("render", async (row: Row, { signal, report, call }) => {
    signal.throwIfAborted();
    signal.onabort = () => report(0);
    const other = await call<Row>("rows.get", { id: row.id }, { signal });
    return other.name;
  });
  bridge.handle("items", async function* ({ count }: { count: number }, { signal }) {
    for (let item = 0; item < count && !signal.aborted; item += 1) yield item;
  });
};

export const retry: Middleware = async (call, next) => {
  try {
    return await next({ ...call, options: { ...call.options, timeout: 1000 } });
  } catch (error) {
    if (!BridgeError.isBridgeError(error)) throw error;
    const code: Code = error.code;
    if (code !== "UNAVAILABLE") throw error;
    return await next(call);
  }
};

export const overSocket = (socket: WebSocket): Bridge => {
  const { bridge, deliver, close } = connectJsonRpc({ send: (text) => socket.send(text) }, { backstop: true });
  socket.onmessage = ({ data }) => deliver(data);
  socket.onclose = () => close();
  return bridge;
};

export const mocked = (): Mock =>
  createMock({
    "wifi.ssid": [{ never: true }, { answer: "Home", after: "300ms" }],
    "rows.get": ({ id }: Row, { report }) => (report(0.5), { id, name: "row" }),
    "rows.all": { stream: [1, 2], every: "1s" },
    "mine": { fail: "MINE", data: { a: 1 } },
  });
