// Streams under hostile use: at each moment of their life, and with callbacks and arguments that misbehave. The standard's own
// behaviour is shown by the Web Platform Tests (docs/conformance.md).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime, turn } from "../support/runtime.js";

/** Runs code that calls `log`, lets everything settle, and returns the logged texts. */
async function logged(code, { reports = 0 } = {}) {
  const runtime = new Runtime();
  const log = [];
  runtime.context.log = (...texts) => void log.push(texts.join(" "));
  runtime.run(code);
  await turn();
  await runtime.advance(20);
  await turn();
  assert.equal(runtime.reported.length, reports);
  return log;
}

test("a stream is evaluated in parts of its own: nothing else loads them", () => {
  const runtime = new Runtime();
  runtime.run("new URL('a:'); new AbortController(); structuredClone({}); console.log(1)");
  const before = runtime.evaluated.length;
  runtime.run("ReadableStream");
  const readable = runtime.evaluated.length;
  runtime.run("new WritableStream(); new TransformStream()");
  assert.ok(readable > before && runtime.evaluated.length > readable);
});

test("a read that waits ends with the stream: closed, errored, cancelled, released", async () => {
  assert.deepEqual(await logged(`
    const open = () => { let controller; const stream = new ReadableStream({ start(c) { controller = c; } }); return { stream, controller, reader: stream.getReader() }; };
    const show = (name, promise) => promise.then(({ value, done }) => log(name, value, done), (error) => log(name, error?.name ?? error));
    const a = open(); show("closed", a.reader.read()); a.controller.close();
    const b = open(); show("errored", b.reader.read()); b.controller.error("wrong");
    const c = open(); show("cancelled", c.reader.read()); c.reader.cancel();
    const d = open(); show("released", d.reader.read()); d.reader.closed.catch(() => {}); d.reader.releaseLock(); show("after", d.reader.read());
    b.reader.closed.catch(() => {});
  `), ["closed  true", "errored wrong", "cancelled  true", "released TypeError", "after TypeError"]);
});

test("a write that waits ends with the stream: written, errored, aborted, released", async () => {
  assert.deepEqual(await logged(`
    const show = (name, promise) => promise.then(() => log(name, "written"), (error) => log(name, error?.name ?? error));
    const hold = () => { let go; const held = new Promise((resolve) => { go = resolve; }); return { go, held }; };
    const { go, held } = hold();
    const a = new WritableStream({ write: () => held }).getWriter(); show("a1", a.write(1)); show("a2", a.write(2)); show("a", a.close()); go();
    const b = new WritableStream({ write() { throw "wrong"; } }).getWriter(); show("b1", b.write(1)); show("b2", b.write(2)); b.closed.catch(() => {}); b.ready.catch(() => {});
    const c = new WritableStream({ write: () => new Promise(() => {}) }).getWriter(); show("c2", c.write(2)); c.closed.catch(() => {}); c.ready.catch(() => {}); c.abort("why").catch(() => {});
    const d = new WritableStream().getWriter(); d.closed.catch(() => {}); d.releaseLock(); show("d", d.write(1));
  `).then((log) => log.sort()), ["c2 why", "d TypeError", "b1 wrong", "b2 wrong", "a1 written", "a2 written", "a written"].sort());
});

test("callbacks that are no functions, and getters that throw, are errors of the constructor", () => {
  const runtime = new Runtime();
  for (const [code, name] of [
    ["new ReadableStream(null)", "TypeError"], ["new ReadableStream(5)", "TypeError"], ["new ReadableStream({ pull: 1 })", "TypeError"],
    ["new ReadableStream({ type: 'other' })", "TypeError"], ["new ReadableStream({ type: 'bytes' }, { size() {} })", "RangeError"],
    ["new ReadableStream({}, { highWaterMark: NaN })", "RangeError"], ["new ReadableStream({}, { highWaterMark: -1 })", "RangeError"],
    ["new ReadableStream({}, { size: 1 })", "TypeError"], ["new ReadableStream({ get cancel() { throw new SyntaxError('mine'); } })", "SyntaxError"],
    ["new ReadableStream({ start() { throw new SyntaxError('mine'); } })", "SyntaxError"],
    ["new ReadableStream({ type: 'bytes', autoAllocateChunkSize: 0 })", "TypeError"], ["new ReadableStream({ type: 'bytes', autoAllocateChunkSize: -1 })", "TypeError"],
    ["new WritableStream({ type: 'bytes' })", "RangeError"], ["new WritableStream({ get write() { throw new SyntaxError('mine'); } })", "SyntaxError"],
    ["new TransformStream({ readableType: 'bytes' })", "RangeError"], ["new TransformStream({ start() { throw new SyntaxError('mine'); } })", "SyntaxError"],
    ["new CountQueuingStrategy()", "TypeError"], ["new CountQueuingStrategy({})", "TypeError"], ["new ByteLengthQueuingStrategy(null)", "TypeError"],
    ["ReadableStream.from()", "TypeError"], ["ReadableStream.from(5)", "TypeError"], ["ReadableStream.from({ [Symbol.iterator]: () => 5 })", "TypeError"],
    ["new ReadableStream().pipeThrough({})", "TypeError"], ["new ReadableStream().getReader({ mode: 'x' })", "TypeError"],
    ["new ReadableStream().getReader({ mode: 'byob' })", "TypeError"], ["new ReadableStreamDefaultController()", "TypeError"],
    ["new TextDecoderStream('nothing')", "RangeError"],
  ]) {
    assert.throws(() => runtime.run(code), { name }, code);
  }
});

test("a size function that throws, returns nonsense or uses the stream breaks that stream only", async () => {
  assert.deepEqual(await logged(`
    for (const size of [() => { throw "size"; }, () => NaN, () => -1, () => Infinity, () => "x"]) {
      let controller;
      const stream = new ReadableStream({ start(c) { controller = c; } }, { size });
      try { controller.enqueue(1); log("enqueued"); } catch (error) { log(error?.name ?? error); }
      stream.getReader().closed.catch((error) => log("closed", error?.name ?? error));
    }
    let controller, stream = new ReadableStream({ start(c) { controller = c; } }, { size() { stream.cancel("in size"); return 1; }, highWaterMark: 3 });
    controller.enqueue(1); log("after", controller.desiredSize);
  `), ["size", "RangeError", "RangeError", "RangeError", "RangeError", "after 0", "closed size", "closed RangeError", "closed RangeError", "closed RangeError", "closed RangeError"]);
});

test("views without bytes are refused, and a read into a view of another type gets whole elements", async () => {
  assert.deepEqual(await logged(`
    let controller;
    const stream = new ReadableStream({ type: "bytes", start(c) { controller = c; } });
    const attempt = (make) => { try { make(); log("taken"); } catch (error) { log(error.name); } };
    attempt(() => controller.enqueue(new Uint8Array(0))); attempt(() => controller.enqueue({})); attempt(() => controller.enqueue());
    const bytes = new Uint8Array([1, 2, 3]); controller.enqueue(bytes);
    const reader = stream.getReader({ mode: "byob" });
    for (const view of [new Uint8Array(0), {}, undefined]) reader.read(view).catch((error) => log("read", error.name));
    reader.read(new Uint8Array(8), { min: 9 }).catch((error) => log("min", error.name));
    reader.read(new Uint16Array(2)).then(({ value, done }) => log(value.constructor.name, value.length, done, value[0]));
  `), ["TypeError", "TypeError", "TypeError", "read TypeError", "read TypeError", "read TypeError", "min RangeError", "Uint16Array 1 false 513"]);
});

test("pull is called once at a time, and never after the end", async () => {
  assert.deepEqual(await logged(`
    let now = 0, most = 0, calls = 0;
    const stream = new ReadableStream({ async pull(c) { calls++; now++; most = Math.max(most, now); await null; c.enqueue(calls); now--; if (calls === 5) c.close(); } }, { highWaterMark: 3 });
    (async () => { const all = []; for await (const chunk of stream) all.push(chunk); log(all.join(), most, calls); })();
    let after = 0;
    const other = new ReadableStream({ pull() { after++; } });
    setTimeout(() => { const before = after; other.cancel().then(() => log("cancelled", after === before)); }, 1);
  `), ["1,2,3,4,5 1 5", "cancelled true"]);
});

test("a pipe ends at each kind of end, and unlocks both streams", async () => {
  assert.deepEqual(await logged(`
    const pipe = async (name, source, sink, options, spoil) => {
      const readable = new ReadableStream(source), writable = new WritableStream(sink);
      const piped = readable.pipeTo(writable, options); spoil?.();
      await piped.then(() => log(name, "done"), (error) => log(name, error?.name ?? error));
      if (readable.locked || writable.locked) log(name, "locked");
    };
    const controller = new AbortController();
    (async () => {
      await pipe("close", { start(c) { c.enqueue(1); c.close(); } }, {});
      await pipe("source", { start(c) { c.error("source"); } }, { abort(reason) { log("abort", reason); } });
      await pipe("sink", { pull(c) { c.enqueue(1); }, cancel(reason) { log("cancel", reason); } }, { write() { throw "sink"; } });
      await pipe("kept", { start(c) { c.error("source"); } }, { abort() { log("never"); } }, { preventAbort: true });
      await pipe("signal", { cancel(reason) { log("cancel", reason.name); } }, { abort(reason) { log("abort", reason.name); } }, { signal: controller.signal }, () => controller.abort());
      await pipe("aborted", {}, {}, { signal: AbortSignal.abort("before") });
      await pipe("throwing", { start(c) { c.error("source"); } }, { abort() { throw "abort"; } });
      for (const bad of [5, { signal: {} }, { signal: null }]) await new ReadableStream().pipeTo(new WritableStream(), bad).catch((error) => log("options", error.name));
      const locked = new WritableStream(); locked.getWriter();
      await new ReadableStream().pipeTo(locked).catch((error) => log("locked", error.name));
    })();
  `), ["close done", "abort source", "source source", "cancel sink", "sink sink", "kept source", "abort AbortError", "cancel AbortError", "signal AbortError",
    "aborted before", "throwing abort", "options TypeError", "options TypeError", "options TypeError", "locked TypeError"]);
});

test("backpressure reaches the source: a sink that writes nothing holds a few chunks", async () => {
  assert.deepEqual(await logged(`
    let made = 0;
    const source = new ReadableStream({ pull(c) { made++; c.enqueue(new Uint8Array(1024)); } });
    source.pipeThrough(new TransformStream()).pipeThrough(new TransformStream()).pipeTo(new WritableStream({ write: () => new Promise(() => {}) }));
    setTimeout(() => log(made < 8), 10);
  `), ["true"]);
});

test("the branches of a tee are read at their own speed, and cancel the stream together", async () => {
  assert.deepEqual(await logged(`
    let left = 3;
    const [a, b] = new ReadableStream({ pull(c) { if (left-- > 0) c.enqueue(left); else c.close(); }, cancel(reasons) { log("never"); } }).tee();
    (async () => { const all = []; for await (const chunk of a) all.push(chunk); log("a", all.join()); const late = []; for await (const chunk of b) late.push(chunk); log("b", late.join()); })();
    const [c, d] = new ReadableStream({ cancel(reasons) { log("cancel", reasons.join()); } }).tee();
    c.cancel(1); setTimeout(() => d.cancel(2), 1);
  `), ["a 2,1,0", "b 2,1,0", "cancel 1,2"]);
});

test("an iterator that is left early cancels the stream, unless it is told not to", async () => {
  assert.deepEqual(await logged(`
    (async () => {
      const make = () => new ReadableStream({ pull(c) { c.enqueue(1); }, cancel(reason) { log("cancelled", reason); } });
      const a = make(); for await (const chunk of a) break; log(a.locked);
      const b = make(); for await (const chunk of b.values({ preventCancel: true })) break; log(b.locked);
      const c = ReadableStream.from((async function* () { try { yield 1; yield 2; } finally { log("finally"); } })());
      for await (const chunk of c) break;
      const d = ReadableStream.from([1, Promise.reject("in list")]);
      try { for await (const chunk of d) log(chunk); } catch (error) { log(error); }
    })();
  `), ["cancelled ", "false", "false", "finally", "1", "in list"]);
});

test("a transformer that throws, terminates or never answers ends both of its sides", async () => {
  assert.deepEqual(await logged(`
    const run = (name, transformer) => {
      const { readable, writable } = new TransformStream(transformer), writer = writable.getWriter(), reader = readable.getReader();
      const show = (side, promise) => promise.then((step) => log(name, side, step?.done), (error) => log(name, side, error?.name ?? error));
      writer.closed.catch(() => {}); writer.ready.catch(() => {}); reader.closed.catch(() => {});
      show("write", writer.write("x")); show("read", reader.read());
      return { writer, reader, show };
    };
    run("throws", { transform() { throw "wrong"; } });
    run("terminates", { transform(chunk, c) { c.terminate(); } });
    const { writer, show } = run("waits", { transform: () => new Promise(() => {}), cancel(reason) { log("cancel", reason); } });
    setTimeout(() => show("abort", writer.abort("enough")), 1);
  `).then((log) => log.sort()), ["terminates read true", "terminates write ", "throws read wrong", "throws write wrong"].sort());
});

test("text that is cut within a character is decoded whole", async () => {
  assert.deepEqual(await logged(`
    (async () => {
      const bytes = new TextEncoder().encode("h\\u00e9\\ud83d\\ude00!");
      const parts = ReadableStream.from([...bytes].map((byte) => new Uint8Array([byte])));
      let text = ""; for await (const part of parts.pipeThrough(new TextDecoderStream())) text += part;
      log(text === "h\\u00e9\\ud83d\\ude00!");
      const sizes = []; for await (const part of ReadableStream.from(["a\\ud83d", "\\ude00", "", "\\ud83d"]).pipeThrough(new TextEncoderStream())) sizes.push(part.length);
      log(sizes.join());
      await ReadableStream.from(["no bytes"]).pipeThrough(new TextDecoderStream()).getReader().read().catch((error) => log(error.name));
      await ReadableStream.from([new Uint8Array([255])]).pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader().read().catch((error) => log(error.name));
    })();
  `), ["true", "1,4,3", "TypeError", "TypeError"]);
});
