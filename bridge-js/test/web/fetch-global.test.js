// The global `fetch` over a bridge that a test plays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime, turn } from "../support/runtime.js";

/**
 * The value of an async function body in a context with a bridge. `requests` has the messages of the requests, `answer` is called
 * with each and makes the items of its response, and `handlers` has the handlers of uploads by their names.
 */
async function value(answer, body) {
  const runtime = new Runtime();
  let result;
  runtime.context.report = (text) => {
    result = JSON.parse(text);
  };
  runtime.run(`
    var requests = [], handlers = {}, stopped = 0;
    var head = (parts) => ({ status: 200, statusText: "OK", headers: [], url: "http://h/final", redirected: false, ...parts });
    var bytes = (text) => new TextEncoder().encode(text);
    var all = async (items) => { const list = []; for await (const item of items) list.push(item); return list; };
    var answer = ${answer};
    var bridge = {
      stream(method, message) {
        requests.push([method, message]);
        const items = answer(message);
        return { next: () => items.next(), return: () => { stopped += 1; return items.return?.() ?? Promise.resolve(); } };
      },
      handle(name, handler) { handlers[name] = handler; return () => delete handlers[name]; },
    };
    var failure = async (promise) => { try { await promise; return "no error"; } catch (error) { return [error.name, error.message, error.cause?.message ?? null]; } };
  `);
  runtime.api.platform.useBridge(runtime.context.bridge, ["http.fetch"]);
  runtime.run(`(async () => { ${body} })().then((value) => report(JSON.stringify(value) ?? "null"), (error) => report(JSON.stringify(["failed", error?.name, error?.message, error?.stack])))`);
  for (let i = 0; i < 200 && result === undefined; i++) await turn();
  return result;
}

test("fetch exists only where the bridge has its method", () => {
  const runtime = new Runtime();
  assert.equal(runtime.run("typeof fetch"), "undefined");
  runtime.api.platform.useBridge({}, ["other"]);
  assert.equal(runtime.run("typeof fetch"), "undefined");
  runtime.api.platform.useBridge({}, ["http.fetch"]);
  assert.deepEqual(runtime.run("[typeof fetch, fetch.length, fetch.name, 'fetch' in self].join()"), "function,1,fetch,true");
});

test("a response has the head and the bytes of the stream", async () => {
  assert.deepEqual(await value(`async function* () {
    yield head({ status: 404, statusText: "Not Found", headers: [["set-cookie", "a"], ["set-cookie", "b"], ["x", "1"]], redirected: true });
    yield bytes("te"); yield new Uint8Array(0); yield bytes("xt");
  }`, `
    const response = await fetch(new URL("http://h/a b#fragment"), { headers: { "X-Y": "z" } });
    let error; try { response.headers.set("a", "b"); } catch (caught) { error = caught.name; }
    return [requests[0][0], requests[0][1].url, requests[0][1].method, requests[0][1].redirect, requests[0][1].headers, response.status, response.statusText,
      response.ok, response.url, response.redirected, response.type, response.headers.getSetCookie(), error, await response.text(), response.bodyUsed, response.body.locked];
  `), ["http.fetch", "http://h/a%20b#fragment", "GET", "follow", [["X-Y", "z"]], 404, "Not Found", false, "http://h/final", true, "basic", ["a", "b"], "TypeError", "text", true, true]);
});

test("a body is read as a stream, by its clones, with buffers, and by one reader only", async () => {
  const items = `async function* () { yield head(); yield bytes("ab"); yield bytes("cd"); }`;
  assert.deepEqual(await value(items, `
    const log = [];
    for await (const chunk of (await fetch("http://h")).body) log.push(chunk.length);
    const response = await fetch("http://h"), copy = response.clone();
    log.push(await copy.text(), await response.text(), await failure(response.text()));
    const reader = (await fetch("http://h")).body.getReader({ mode: "byob" });
    log.push((await reader.read(new Uint8Array(3))).value.length, (await reader.read(new Uint8Array(9))).value.length, (await reader.read(new Uint8Array(9))).done);
    return log;
  `), [2, 2, "abcd", "abcd", ["TypeError", "The body has already been read, or its stream is locked", null], 2, 2, true]);
});

test("a response without a body has none, and its stream is read to the end", async () => {
  assert.deepEqual(await value(`async function* (message) { yield head({ status: message.method === "HEAD" ? 200 : 204 }); requests.push("end"); }`, `
    const first = await fetch("http://h"), second = await fetch("http://h", { method: "HEAD" });
    await undefined;
    return [first.body, second.body, await first.text(), requests.filter((entry) => entry === "end").length, stopped];
  `), [null, null, "", 2, 0]);
});

test("what goes wrong is a TypeError with its cause", async () => {
  assert.deepEqual(await value(`async function* (message) {
    if (message.url === "http://denied/") throw new Error("http://denied is not on the list");
    if (message.url === "http://none/") return;
    yield head();
    if (message.url === "http://text/") yield "text";
    throw new Error("reset");
  }`, `
    const log = [];
    for (const url of ["http://denied", "http://none", "ftp://h", "about:blank", "file:///etc/passwd", "data:text", "blob:null/1", "no url", "http://u:p@h"]) log.push(await failure(fetch(url)));
    log.push(await failure(fetch()), await failure((await fetch("http://h")).text()), await failure((await fetch("http://text")).bytes()));
    log.push(await failure((await fetch("http://h")).body.getReader().read()));
    log.push(await failure(fetch("http://h", { cache: "only-if-cached", mode: "same-origin" })));
    return log;
  `), [
    ["TypeError", "fetch failed: http://denied is not on the list", "http://denied is not on the list"],
    ["TypeError", "fetch failed: the connection sent no response", null],
    ["TypeError", "fetch failed: the scheme ftp is not supported", null],
    ["TypeError", "fetch failed: the scheme about is not supported", null],
    ["TypeError", "fetch failed: the scheme file is not supported", null],
    ["TypeError", "fetch failed: the data: URL has no data", null],
    ["TypeError", "fetch failed: there is no blob with this URL", null],
    ["TypeError", 'Request: "no url" is not a valid absolute URL', null],
    ["TypeError", "Request: the URL must not contain a user name or a password", null],
    ["TypeError", "fetch: an argument is required", null],
    ["TypeError", "fetch failed: reset", "reset"],
    ["TypeError", "A chunk of the response's body is not a Uint8Array", null],
    ["TypeError", "fetch failed: reset", "reset"],
    ["TypeError", "fetch failed: this runtime has no cache", null],
  ]);
});

test("an abort ends the request before, during and after the head", async () => {
  const waits = `function (message) {
    const items = (async function* () { if (message.url === "http://silent/") await new Promise(() => {}); yield head(); yield bytes("a"); await new Promise(() => {}); })();
    return { next: () => items.next(), return: () => Promise.resolve() };
  }`;
  assert.deepEqual(await value(waits, `
    const log = [], reason = new RangeError("mine");
    log.push(await failure(fetch("http://h", { signal: AbortSignal.abort() })), requests.length);
    const silent = new AbortController(), waiting = failure(fetch("http://silent", { signal: silent.signal }));
    silent.abort(reason); log.push(await waiting, stopped);
    const reading = new AbortController(), text = failure((await fetch("http://h", { signal: reading.signal })).text());
    reading.abort(reason); log.push(await text, stopped);
    const unread = new AbortController(), response = await fetch("http://h", { signal: unread.signal });
    unread.abort(reason); log.push(await failure(response.text()), stopped);
    const streaming = new AbortController(), reader = (await fetch("http://h", { signal: streaming.signal })).body.getReader();
    log.push((await reader.read()).value.length); const second = failure(reader.read());
    streaming.abort(reason); log.push(await second, await failure(reader.closed), stopped);
    const ended = new AbortController(); await fetch("data:,", { signal: ended.signal }); ended.abort();
    return log;
  `), [
    ["AbortError", "This operation was aborted", null], 0, ["RangeError", "mine", null], 1, ["RangeError", "mine", null], 2,
    ["RangeError", "mine", null], 3, 1, ["RangeError", "mine", null], ["RangeError", "mine", null], 4,
  ]);
});

test("a cancelled body stops the stream once", async () => {
  assert.deepEqual(await value(`async function* () { yield head(); yield bytes("a"); yield bytes("b"); }`, `
    const response = await fetch("http://h"), reader = response.body.getReader();
    await reader.read(); await reader.cancel("enough"); await reader.cancel("again");
    return [stopped, (await reader.read()).done];
  `), [1, true]);
});

test("small bodies are sent with the request, large ones and streams when they are asked for", async () => {
  assert.deepEqual(await value(`async function* (message) {
    let sent = message.body;
    if (message.upload !== undefined) { const items = await all(handlers[message.upload]()); sent = items.map((item) => item.length); }
    yield head(); yield bytes(JSON.stringify([message.length ?? null, typeof sent[0] === "number" && sent.length > 9 ? sent.length : [...sent], message.headers]));
  }`, `
    const post = async (body, more) => (await fetch("http://h", { method: "POST", body, ...more })).json(), log = [];
    log.push(await post("hi"), await post(new URLSearchParams("a=1")), (await post(new Blob([new Uint8Array(1048577)])))[0]);
    let pulled = 0;
    const stream = new ReadableStream({ pull(controller) { pulled += 1; controller.enqueue(new Uint8Array(pulled === 1 ? 100000 : 1)); if (pulled === 3) controller.close(); } });
    log.push(await post(stream, { duplex: "half" }), stream.locked, Object.keys(handlers).length);
    return log;
  `), [
    [null, [104, 105], [["content-type", "text/plain;charset=UTF-8"]]],
    [null, [97, 61, 49], [["content-type", "application/x-www-form-urlencoded;charset=UTF-8"]]],
    1048577, [null, [65536, 34464, 1, 1], []], true, 0,
  ]);
});

test("an upload that fails, or is not asked for, leaves nothing behind", async () => {
  assert.deepEqual(await value(`async function* (message) {
    if (message.url === "http://ignores/") throw new Error("refused");
    if (message.url === "http://stops/") { const items = handlers[message.upload](); await items.next(); await items.return(); throw new Error("gave up"); }
    if (message.url === "http://silent/") { handlers[message.upload]().next(); await new Promise(() => {}); }
    await all(handlers[message.upload]()); yield head();
  }`, `
    const log = [];
    const stream = (source) => new ReadableStream({ cancel(reason) { log.push(["cancelled", reason?.message ?? null]); }, ...source });
    const post = (url, source, more) => failure(fetch(url, { method: "POST", body: stream(source), duplex: "half", ...more }));
    log.push(await post("http://ignores", {}));
    log.push(await post("http://stops", { pull(controller) { controller.enqueue(new Uint8Array(1)); } }));
    log.push(await post("http://h", { pull(controller) { controller.enqueue("text"); } }));
    log.push(await post("http://h", { pull() { throw new RangeError("mine"); } }));
    const controller = new AbortController(), aborted = post("http://silent", {}, { signal: controller.signal });
    await undefined; controller.abort(new RangeError("enough")); log.push(await aborted);
    log.push(await failure(fetch("http://h", { method: "POST", body: stream({}), duplex: "half", signal: AbortSignal.abort() })));
    return [...log, Object.keys(handlers).length];
  `), [
    ["cancelled", "fetch failed: refused"], ["TypeError", "fetch failed: refused", "refused"],
    ["cancelled", null], ["TypeError", "fetch failed: gave up", "gave up"],
    ["cancelled", "a chunk of the request's body is not a Uint8Array"], ["TypeError", "fetch failed: a chunk of the request's body is not a Uint8Array", "a chunk of the request's body is not a Uint8Array"],
    ["TypeError", "fetch failed: mine", "mine"],
    ["cancelled", "enough"], ["RangeError", "enough", null],
    ["cancelled", "This operation was aborted"], ["AbortError", "This operation was aborted", null], 0,
  ]);
});

test("data: URLs are read by the standard", async () => {
  const urls = {
    "data:,a%20b%zz": ["text/plain;charset=US-ASCII", "a b%zz"], "data:text/html;charset=x,<p>#no": ["text/html;charset=x", "<p>"],
    "data:;base64,aGk=": ["text/plain;charset=US-ASCII", "hi"], "data:a/b ; BASE64 ,aG k": ["a/b", "hi"], "data:;charset=x,y": ["text/plain;charset=x", "y"],
    "data:a/b;base64;c=d,aGk": ["a/b;c=d", "aGk"], "data:x,y,z": ["text/plain;charset=US-ASCII", "y,z"], "data:,": ["text/plain;charset=US-ASCII", ""],
    "data:;base64,a": "TypeError", "data:;base64,%": "TypeError", "data:": "TypeError",
  };
  const found = await value("function () {}", `
    const found = {};
    for (const url of ${JSON.stringify(Object.keys(urls))}) {
      try { const response = await fetch(url); found[url] = [response.headers.get("content-type"), await response.text()]; } catch (error) { found[url] = error.name; }
    }
    return found;
  `);
  assert.deepEqual(found, urls);
});

test("blob: URLs are there until they are revoked, and for GET only", async () => {
  assert.deepEqual(await value("function () {}", `
    const url = URL.createObjectURL(new Blob(["hi"], { type: "a/b" })), log = [];
    const response = await fetch(url + "#part");
    log.push(/^blob:null\\/[0-9a-f-]{36}$/.test(url), response.url === url, response.headers.get("content-type"), response.headers.get("content-length"), await response.text());
    log.push(await failure(fetch(url, { method: "POST" })));
    URL.revokeObjectURL(url); URL.revokeObjectURL("other"); log.push(await failure(fetch(url)));
    try { URL.createObjectURL({}); } catch (error) { log.push(error.name); }
    return log;
  `), [true, true, "a/b", "2", "hi", ["TypeError", "fetch failed: a blob: URL does not support the method POST", null], ["TypeError", "fetch failed: there is no blob with this URL", null], "TypeError"]);
});

test("a range of a blob: URL is answered as by a server", async () => {
  assert.deepEqual(await value("function () {}", `
    const url = URL.createObjectURL(new Blob(["01234", "56789"], { type: "a/b" })), log = [];
    for (const range of ["bytes=3-5", "bytes = 8 - 99", "bytes=8-", "bytes=-2", "bytes=-99", "bytes=0-0"]) {
      const { status, statusText, headers, body } = await fetch(url, { headers: { range } });
      log.push([status, statusText, headers.get("content-range"), headers.get("content-length"), await new Response(body).text()].join(" "));
    }
    for (const range of ["bytes=10-", "bytes=5-3", "bytes=-", "bytes=-0", "bytes=1-2,4-5", "items=1-2"]) log.push((await failure(fetch(url, { headers: { range } })))[0]);
    log.push((await failure(fetch(url, { headers: { range: "bytes=10-" } })))[1]);
    return log;
  `), [
    "206 Partial Content bytes 3-5/10 3 345", "206 Partial Content bytes 8-9/10 2 89", "206 Partial Content bytes 8-9/10 2 89",
    "206 Partial Content bytes 8-9/10 2 89", "206 Partial Content bytes 0-9/10 10 0123456789", "206 Partial Content bytes 0-0/10 1 0",
    ..."TypeError ".repeat(6).trim().split(" "), 'fetch failed: the blob has 10 bytes, and not the range "bytes=10-"',
  ]);
});

test("the cause of a failed upload is the error of its stream, as it was thrown", async () => {
  assert.deepEqual(await value(`async function* (message) {
    try { await all(handlers[message.upload]()); } catch (error) { throw new Error("as the native side has it"); }
  }`, `
    const post = (error) => fetch("http://h", { method: "POST", duplex: "half", body: new ReadableStream({ pull() { throw error; } }) });
    const mine = new RangeError("mine"), log = [];
    for (const error of [mine, "text", undefined, new DOMException("gone", "NetworkError"), { get message() { throw 1; } }]) {
      await post(error).catch((failed) => log.push([failed.name, failed.message, failed.cause === error]));
    }
    return log;
  `), [["TypeError", "fetch failed: mine", true], ["TypeError", "fetch failed", true], ["TypeError", "fetch failed", true],
    ["TypeError", "fetch failed: gone", true], ["TypeError", "fetch failed", true]]);
});

test("integrity without the extension for digests fails, and without a known digest allows all", async () => {
  assert.deepEqual(await value("async function* () { yield head(); yield bytes('a'); }", `
    return [await (await fetch("http://h", { integrity: "md5-x other" })).text(), await failure(fetch("http://h", { integrity: "sha256-x" }))];
  `), ["a", ["TypeError", "fetch failed: integrity needs the extension .subtleCrypto", "integrity needs the extension .subtleCrypto"]]);
});

test("the cache modes add the standard's headers", async () => {
  assert.deepEqual(await value("async function* () { yield head(); }", `
    for (const cache of ["default", "no-cache", "no-store", "reload", "force-cache"]) await fetch("http://h", { cache, headers: cache === "reload" ? { pragma: "x" } : {} });
    return requests.map(([, message]) => message.headers);
  `), [[], [["cache-control", "max-age=0"]], [["pragma", "no-cache"], ["cache-control", "no-cache"]], [["pragma", "x"], ["cache-control", "no-cache"]], []]);
});

test("a program that changes the built-ins does not reach into a request", async () => {
  assert.deepEqual(await value(`(() => { const made = [];
    return () => { const items = [head({ headers: [["a", "b"]] }), bytes("hi")];
      return { next: () => Promise.resolve(items.length > 0 ? { value: items.shift(), done: false } : { value: undefined, done: true }), return: () => Promise.resolve() }; };
  })()`, `
    await null; // The test itself has added its reactions.
    let touched = 0;
    const touch = { get() { touched += 1; }, set() { touched += 1; }, configurable: true };
    for (const name of ["body", "signal", "method", "headers", "upload", "length", "source"]) Object.defineProperty(Object.prototype, name, touch);
    const { then } = Promise.prototype;
    Promise.prototype.then = function (...parameters) { touched += 1; return then.apply(this, parameters); };
    const promise = fetch("http://h");
    let text;
    then.call(promise, (response) => { then.call(response.text(), (value) => { text = value; }); });
    for (let i = 0; i < 50; i++) await null;
    const count = touched;
    for (const name of ["body", "signal", "method", "headers", "upload", "length", "source"]) delete Object.prototype[name];
    Promise.prototype.then = then;
    return [text, count];
  `), ["hi", 0]);
});
