// Channels, and objects that are transferred, under hostile use.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime, turn } from "../support/runtime.js";

/** Runs code that calls `log`, lets everything settle, and returns the logged texts. */
async function logged(code) {
  const runtime = new Runtime();
  const log = [];
  runtime.context.log = (...texts) => void log.push(texts.join(" "));
  runtime.run(code);
  await turn();
  await runtime.advance(20);
  await turn();
  assert.deepEqual(runtime.reported, []);
  return log;
}

test("messages arrive in order, each in a task of its own, from the first handler on", async () => {
  assert.deepEqual(await logged(`
    const { port1, port2 } = new MessageChannel();
    port1.postMessage({ a: [1] }); port1.postMessage(2);
    log("sent");
    port2.onmessage = (event) => { log(JSON.stringify(event.data), event.isTrusted, event.ports.length, event.target === port2); queueMicrotask(() => log("micro")); };
  `), ["sent", '{"a":[1]} true 0 true', "micro", "2 true 0 true", "micro"]);
});

test("a port without a handler receives nothing until it is started", async () => {
  assert.deepEqual(await logged(`
    const { port1, port2 } = new MessageChannel();
    port2.addEventListener("message", (event) => log("received", event.data));
    port1.postMessage(1);
    setTimeout(() => { log("starting"); port2.start(); }, 5);
  `), ["starting", "received 1"]);
});

test("a closed port sends nothing, and the other end learns of it", async () => {
  assert.deepEqual(await logged(`
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ data }) => log(data); port2.addEventListener("close", () => log("closed"));
    port1.postMessage("before"); port1.close(); port1.close(); port1.postMessage("after"); port2.postMessage("to nobody");
  `), ["before", "closed"]);
});

test("a port moves with its messages, and its old object is dead", async () => {
  assert.deepEqual(await logged(`
    const outer = new MessageChannel(), inner = new MessageChannel();
    outer.port2.onmessage = ({ data, ports }) => {
      log(data.port === ports[0], ports[0] instanceof MessagePort, ports[0] === inner.port2);
      ports[0].onmessage = (event) => log("inner", event.data);
    };
    inner.port1.postMessage("early");
    outer.port1.postMessage({ port: inner.port2 }, [inner.port2]);
    inner.port2.postMessage("lost"); inner.port2.onmessage = () => log("never");
    for (const bad of [[inner.port2], [outer.port1], [{}], [inner.port1, inner.port1], { transfer: [inner.port2] }]) {
      try { outer.port1.postMessage(1, bad); log("sent"); } catch (error) { log(error.name); }
    }
    try { outer.port1.postMessage(inner.port1); } catch (error) { log(error.name); }
    try { outer.port1.postMessage(() => {}); } catch (error) { log(error.name); }
    try { outer.port1.postMessage(); } catch (error) { log(error.name); }
  `), [...Array(7).fill("DataCloneError"), "TypeError", "true true false", "inner early"]);
});

test("an error of a handler is reported, and the next message arrives", async () => {
  const runtime = new Runtime();
  runtime.run(`
    globalThis.received = [];
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ data }) => { received.push(data); throw new Error(data); };
    port1.postMessage("one"); port1.postMessage("two");
  `);
  await runtime.advance(5);
  assert.deepEqual([...runtime.run("received")], ["one", "two"]);
  assert.deepEqual(runtime.reported.map(([error]) => error.message), ["one", "two"]);
});

test("MessageEvent refuses ports and sources that are none", () => {
  const runtime = new Runtime();
  for (const code of ["new MessageEvent('x', { ports: [1] })", "new MessageEvent('x', { source: {} })", "new MessageEvent('x', { ports: 5 })", "new MessagePort()", "new MessageEvent()"]) {
    assert.throws(() => runtime.run(code), { name: "TypeError" }, code);
  }
  assert.deepEqual([...runtime.run("const e = new MessageEvent('x', { data: 1, origin: 'o', lastEventId: 'l', ports: [new MessageChannel().port1] }); [e.data, e.origin, e.lastEventId, e.ports.length, Object.isFrozen(e.ports), e.source, e.isTrusted]")],
    [1, "o", "l", 1, true, null, false]);
});

test("a transferred stream goes on in its new object, with copies of the chunks", async () => {
  assert.deepEqual(await logged(`
    (async () => {
      const chunk = { a: 1 }, from = new ReadableStream({ start(c) { c.enqueue(chunk); c.enqueue("b"); c.close(); } }), to = structuredClone({ s: from }, { transfer: [from] }).s;
      const read = []; for await (const each of to) read.push(each); log(from.locked, read[0] === chunk, read[0].a, read[1]);
      const errored = new ReadableStream({ start(c) { c.error(new RangeError("mine")); } }); await structuredClone(errored, { transfer: [errored] }).getReader().read().catch((error) => log(error.name, error.message));
      const cancelled = new ReadableStream({ cancel(reason) { log("cancel", reason); } }); await structuredClone(cancelled, { transfer: [cancelled] }).cancel("why");
      const broken = new ReadableStream({ start(c) { c.enqueue(() => {}); }, cancel(reason) { log("cancel", reason.name); } }); await structuredClone(broken, { transfer: [broken] }).getReader().read().catch((error) => log(error.name));
      const sink = new WritableStream({ write(each) { log("write", each); }, close() { log("close"); } }), writer = structuredClone(sink, { transfer: [sink] }).getWriter(); writer.write(1); await writer.close();
      const twice = new TransformStream({ transform(each, c) { c.enqueue(each * 2); } }), { readable, writable } = structuredClone(twice, { transfer: [twice] }); writable.getWriter().write(4); log((await readable.getReader().read()).value);
      const locked = new ReadableStream(); locked.getReader(); try { structuredClone(locked, { transfer: [locked] }); } catch (error) { log(error.name); }
      try { structuredClone(from, { transfer: [from] }); } catch (error) { log(error.name); }
    })();
  `), ["true false 1 b", "RangeError mine", "cancel why", "cancel DataCloneError", "DataCloneError", "write 1", "close", "8", "DataCloneError", "DataCloneError"]);
});

test("a broadcast reaches all other channels of its name, and none that is closed", async () => {
  assert.deepEqual(await logged(`
    const make = (name, label) => { const channel = new BroadcastChannel(name); channel.onmessage = ({ data, target }) => { data.seen = label; log(label, data.a, target === channel); }; return channel; };
    const a = make("x", "a"), b = make("x", "b"), c = make("y", "c"), d = make("x", "d"), e = make("x", "e");
    d.close(); d.close(); a.postMessage({ a: 1 }); e.close();
    for (const attempt of [() => d.postMessage(1), () => a.postMessage(() => {}), () => a.postMessage(), () => new BroadcastChannel()]) {
      try { attempt(); log("sent"); } catch (error) { log(error.name); }
    }
  `), ["InvalidStateError", "DataCloneError", "TypeError", "TypeError", "b 1 true"]);
});
