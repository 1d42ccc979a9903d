// Blobs, forms, headers, requests and responses under hostile use. The standards' own behaviour is shown by the Web Platform Tests
// (docs/conformance.md).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime, turn } from "../support/runtime.js";

/** The value of an async function body, which runs in a context of its own. */
async function value(body) {
  const runtime = new Runtime();
  let result;
  runtime.context.report = (text) => {
    result = JSON.parse(text);
  };
  runtime.run(`(async () => { ${body} })().then((value) => report(JSON.stringify(value) ?? "null"), (error) => report(JSON.stringify(["failed", error?.name, error?.message])))`);
  for (let i = 0; i < 50 && result === undefined; i++) await turn();
  return result;
}

test("a blob keeps the bytes that it was made of, and its slices share them", async () => {
  assert.deepEqual(await value(`
    const bytes = new Uint8Array([1, 2, 3, 4]), blob = new Blob([bytes, "\\u00e9", new DataView(bytes.buffer, 1, 2)], { type: "A/B" });
    bytes[0] = 9;
    const read = new Uint8Array(await blob.arrayBuffer()); read[1] = 9;
    return [blob.size, blob.type, ...await blob.bytes(), await blob.slice(-4, -2).text(), blob.slice(3, 1).size, blob.slice(1, 3, "x/\\u00e9").type, blob.slice(NaN, Infinity).size];
  `), [8, "a/b", 1, 2, 3, 4, 195, 169, 2, 3, "\u00e9", 0, "", 8]);
});

test("a blob's stream has chunks of at most 64 KB, for a reader with buffers too", async () => {
  assert.deepEqual(await value(`
    const blob = new Blob([new Uint8Array(100000), new Uint8Array(50000)]), sizes = [];
    for await (const chunk of blob.stream()) sizes.push(chunk.length);
    const reader = blob.stream().getReader({ mode: "byob" }); let total = 0;
    for (;;) { const { value, done } = await reader.read(new Uint8Array(40000)); if (done) break; total += value.length; }
    return [sizes, total, (await new Blob([]).stream().getReader().read()).done];
  `), [[65536, 65536, 18928], 150000, true]);
});

test("parts and options that misbehave are errors of the constructor", () => {
  const runtime = new Runtime();
  for (const [code, name] of [
    ["new Blob(5)", "TypeError"], ["new Blob('text')", "TypeError"], ["new Blob({})", "TypeError"], ["new Blob([Symbol()])", "TypeError"],
    ["new Blob([{ toString() { throw new RangeError('mine'); } }])", "RangeError"], ["new Blob([], { endings: 'other' })", "TypeError"],
    ["new Blob([], 5)", "TypeError"], ["new Blob([], { get type() { throw new RangeError('mine'); } })", "RangeError"], ["new File([])", "TypeError"],
    ["new FormData({})", "TypeError"], ["new FormData().append('a')", "TypeError"], ["new FormData().append('a', 'b', 'c')", "TypeError"],
    ["new Headers(null)", "TypeError"], ["new Headers([['a']])", "TypeError"], ["new Headers({ 'a b': '1' })", "TypeError"], ["new Headers({ a: '1\\n2' })", "TypeError"],
    ["new Headers({ a: '\\u0100' })", "TypeError"], ["new Headers().set('', '1')", "TypeError"], ["Response.error().headers.set('a', 'b')", "TypeError"],
    ["new Request('no url')", "TypeError"], ["new Request('http://u:p@h')", "TypeError"], ["new Request('http://h', { method: 'TRACE' })", "TypeError"],
    ["new Request('http://h', { method: 'a b' })", "TypeError"], ["new Request('http://h', { body: 'x' })", "TypeError"], ["new Request('http://h', { mode: 'navigate' })", "TypeError"],
    ["new Request('http://h', { signal: {} })", "TypeError"], ["new Request('http://h', { method: 'POST', body: new ReadableStream() })", "TypeError"],
    ["new Response('', { status: 199 })", "RangeError"], ["new Response('x', { status: 204 })", "TypeError"], ["new Response('', { statusText: '\\n' })", "TypeError"],
    ["Response.json(undefined)", "TypeError"], ["Response.redirect('http://h', 200)", "RangeError"], ["Response.redirect('no url')", "TypeError"],
    ["const s = new ReadableStream(); s.getReader(); new Response(s)", "TypeError"],
  ]) {
    assert.throws(() => runtime.run(`{ ${code} }`), { name }, code);
  }
});

test("a body is read once, by any of its methods, and a locked one is not read", async () => {
  assert.deepEqual(await value(`
    const log = [], fails = async (promise) => { try { await promise; log.push("read"); } catch (error) { log.push(error.name); } };
    const a = new Response("x"); await a.text(); await fails(a.text()); log.push(a.bodyUsed, a.body.locked);
    const b = new Response("x"); b.body.getReader(); await fails(b.text()); try { b.clone(); } catch (error) { log.push(error.name); }
    const c = new Response(new ReadableStream({ start(k) { k.enqueue("no bytes"); }, cancel() { log.push("cancelled"); } })); await fails(c.text());
    const d = new Response(new ReadableStream({ start(k) { k.error(new RangeError("mine")); } })); await fails(d.json());
    await fails(new Response("{").json()); await fails(new Response("a=b").formData());
    const e = new Request("http://h", { method: "POST", body: "x" }), f = new Request(e); log.push(e.bodyUsed, f.bodyUsed, await f.text()); await fails(e.text());
    return log;
  `), ["TypeError", true, true, "TypeError", "TypeError", "cancelled", "TypeError", "RangeError", "SyntaxError", "TypeError", true, false, "x", "TypeError"]);
});

test("both bodies of a clone have the bytes, whichever is read first", async () => {
  assert.deepEqual(await value(`
    const make = () => new Response(new ReadableStream({ type: "bytes", start(k) { k.enqueue(new Uint8Array([104])); k.enqueue(new Uint8Array([105])); k.close(); } }));
    const a = make(), b = a.clone(); const first = await b.text(), second = await a.text();
    const c = make(), d = c.clone(), e = d.clone();
    return [first, second, await e.text(), await c.text(), await d.text()];
  `), ["hi", "hi", "hi", "hi", "hi"]);
});

test("the chunks of a clone are copies, whatever they are, and one that cannot be cloned fails both bodies", async () => {
  assert.deepEqual(await value(`
    const chunks = [new Uint16Array([1, 2]), new ArrayBuffer(3), { a: 1 }], log = [];
    const of = (list) => new Response(new ReadableStream({ start(k) { for (const chunk of list) k.enqueue(chunk); k.close(); } }));
    const first = of(chunks), second = first.clone(), a = first.body.getReader(), b = second.body.getReader();
    for (const chunk of chunks) {
      const one = (await a.read()).value, other = (await b.read()).value;
      log.push(one === chunk, other === chunk, Object.getPrototypeOf(other) === Object.getPrototypeOf(chunk));
    }
    const bad = new Response(new ReadableStream({ pull(k) { k.enqueue(() => {}); }, cancel(reason) { log.push("cancelled " + reason.name); } })), twin = bad.clone();
    for (const response of [bad, twin]) try { await response.body.getReader().read(); } catch (error) { log.push(error.name); }
    return log;
  `), [true, false, true, true, false, true, true, false, true, "cancelled DataCloneError", "DataCloneError", "DataCloneError"]);
});

test("a page's then on every object has no part in reading a text", async () => {
  assert.deepEqual(await value(`
    const log = [];
    for (const make of [() => "hello", () => new Blob(["hello"]), () => new ReadableStream({ start(k) { k.enqueue(new Uint8Array([104, 105])); k.close(); } })]) {
      const response = new Response(make());
      let calls = 0;
      Object.prototype.then = (fulfil) => { calls += 1; delete Object.prototype.then; fulfil({ done: false, value: new Uint8Array([1]) }); };
      const reading = response.text();
      const text = await reading;
      delete Object.prototype.then;
      log.push(text, calls);
    }
    return log;
  `), ["hello", 0, "hello", 0, "hi", 0]);
});

test("a form survives its way through a body, with names that look like its syntax", async () => {
  assert.deepEqual(await value(`
    const form = new FormData();
    form.append('a"b', "1\\n2"); form.append("c", new File(["--x\\r\\n"], "n\\r.txt", { type: "t/u" })); form.append("empty", ""); form.append("blob", new Blob([]));
    const read = await new Response(form).formData(), entries = [];
    for (const [name, entry] of read) entries.push([name, typeof entry === "string" ? entry : [entry.name, entry.type, await entry.text()]]);
    return entries;
  `), [["a\"b", "1\r\n2"], ["c", ["n\r.txt", "t/u", "--x\r\n"]], ["empty", ""], ["blob", ["blob", "application/octet-stream", ""]]]);
});

test("a form that is cut at any byte is refused, and nothing hangs", async () => {
  assert.deepEqual(await value(`
    const form = new FormData(); form.append("a", "1"); form.append("f", new Blob(["xyz"]), "n");
    const response = new Response(form), type = response.headers.get("content-type"), bytes = await response.bytes();
    let refused = 0;
    for (let end = 0; end < bytes.length - 2; end++) {
      try { await new Response(bytes.slice(0, end), { headers: { "content-type": type } }).formData(); } catch (error) { if (error.name === "TypeError") refused += 1; }
    }
    for (const other of ["multipart/form-data", "multipart/form-data; boundary=", "text/plain", "", ";;;", "multipart/form-data; boundary=other"]) {
      try { await new Response(bytes, { headers: { "content-type": other } }).formData(); } catch (error) { if (error.name === "TypeError") refused += 1; }
    }
    return [bytes.length - 2 + 6 - refused];
  `), [0]);
});

test("a form may have a preamble and an epilogue", async () => {
  assert.deepEqual(await value(`
    const part = '--b\\r\\nContent-Disposition: form-data; name="a"\\r\\n\\r\\n1\\r\\n--b--', read = [];
    for (const body of [part, '\\r\\n' + part, 'text\\r\\nmore --b\\r\\n' + part + '\\r\\nend', 'text' + part]) {
      try {
        read.push([...await new Response(body, { headers: { "content-type": "multipart/form-data; boundary=b" } }).formData()].join());
      } catch (error) { read.push(error.name); }
    }
    return read;
  `), ["a,1", "a,1", "a,1", ""]);
});

test("a request follows its signal, also one that is made later", async () => {
  assert.deepEqual(await value(`
    const controller = new AbortController(), request = new Request("http://h", { signal: controller.signal }), copy = request.clone(), other = new Request(request, { signal: null });
    controller.abort("why");
    return [request.signal.aborted, request.signal.reason, copy.signal.aborted, other.signal.aborted, request.signal === request.signal];
  `), [true, "why", true, false, true]);
});

test("blobs and files are cloned, other objects of these classes are not", async () => {
  assert.deepEqual(await value(`
    const file = structuredClone({ file: new File(["x"], "n", { lastModified: 5 }), blob: new Blob(["y"]) }), log = [];
    log.push(file.file instanceof File, file.file.name, file.file.lastModified, await file.blob.text());
    for (const each of [new Headers(), new Response(), new FormData(), Object.create(Blob.prototype), new TransformStream(), new ReadableStream()]) {
      try { structuredClone(each); log.push("cloned"); } catch (error) { log.push(error.name); }
    }
    return log;
  `), [true, "n", 5, "y", ...Array(6).fill("DataCloneError")]);
});
