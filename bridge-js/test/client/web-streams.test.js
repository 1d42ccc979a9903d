// Streams of the bridge and the web's: each is used as the other one. Items that are granted, and no others, cross the link.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fidelities, settled } from "../support/loopback.js";
import { Runtime } from "../support/runtime.js";

const { ReadableStream, WritableStream } = new Runtime().run("({ ReadableStream, WritableStream })");

for (const [name, connect] of fidelities) {
  test(`a stream of the bridge is the source of a web stream, and its credit the backpressure (${name})`, async () => {
    const { here, there } = connect();
    let made = 0;
    there.handle("numbers", async function* () {
      for (;;) yield made++;
    });
    const stream = ReadableStream.from(here.stream("numbers", undefined, { buffer: 4 }));
    await settled();
    assert.equal(made, 0);
    const reader = stream.getReader();
    assert.deepEqual({ ...(await reader.read()) }, { value: 0, done: false });
    for (let i = 0; i < 20; i++) await settled();
    assert.ok(made <= 6, `${made} items were made`);
    await reader.cancel();
    for (let i = 0; i < 5; i++) await settled();
    assert.equal(here.inspect().streams, 0);
    assert.equal(there.inspect().streams, 0);
  });

  test(`a web stream is the answer of a handler, and is cancelled with its reader (${name})`, async () => {
    const { here, there } = connect();
    let made = 0;
    let reason = "none";
    there.handle("numbers", () => new ReadableStream({ pull: (controller) => controller.enqueue(made++), cancel: (why) => (reason = why) }));
    const seen = [];
    for await (const item of here.stream("numbers", undefined, { buffer: 3 })) {
      seen.push(item);
      if (seen.length === 5) break;
    }
    for (let i = 0; i < 5; i++) await settled();
    assert.deepEqual(seen, [0, 1, 2, 3, 4]);
    assert.ok(made <= 12, `${made} items were made`);
    assert.equal(reason, undefined);
    assert.equal(there.inspect().streams, 0);
  });

  test(`an error of a web stream is that of the call, and one of the call that of the web stream (${name})`, async () => {
    const { here, there } = connect();
    there.handle("broken", () => new ReadableStream({ start: (controller) => controller.error(new there.BridgeError("NOT_FOUND", "no items")) }));
    await assert.rejects(here.stream("broken").next(), { code: "NOT_FOUND" });
    await assert.rejects(ReadableStream.from(here.stream("broken")).getReader().read(), { code: "NOT_FOUND" });
    const written = [];
    const sink = new WritableStream({ write: (item) => void written.push(item) });
    there.handle("three", async function* () {
      yield* [1, 2, 3];
    });
    await ReadableStream.from(here.stream("three")).pipeTo(sink);
    assert.deepEqual(written, [1, 2, 3]);
  });
}
