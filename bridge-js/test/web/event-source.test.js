// `EventSource` over a bridge that a test plays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime, turn } from "../support/runtime.js";

/**
 * A context whose bridge answers each request with the next of some responses: a head and chunks of text. The last one stays open.
 *
 * @param {{ status?: number, type?: string, chunks?: (string | number[])[], error?: boolean, denied?: boolean }[]} responses
 */
function play(responses) {
  const runtime = new Runtime();
  runtime.context.responses = JSON.stringify(responses);
  runtime.run(`
    var requests = [], log = [], stopped = 0, waiting = JSON.parse(responses);
    var bridge = { stream(method, message) {
      requests.push(message.headers);
      const { status = 200, type = "text/event-stream", chunks = [], error, denied } = waiting.shift() ?? { error: true };
      const isLast = waiting.length === 0;
      const items = (async function* () {
        if (error) throw new Error("lost");
        if (denied) throw Object.assign(new Error("not on the list"), { code: "PERMISSION_DENIED" });
        yield { status, statusText: "", headers: type === "" ? [] : [["content-type", type]], url: "http://h/final", redirected: true };
        for (const chunk of chunks) yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : new Uint8Array(chunk);
        if (isLast) await new Promise(() => {});
      })();
      return { next: () => items.next(), return: () => { stopped += 1; return Promise.resolve(); } };
    } };
    function listen(url = "http://h/events", types = ["message"]) {
      const source = new EventSource(url);
      for (const type of ["open", "error"]) source.addEventListener(type, () => log.push([type, source.readyState]));
      for (const type of types) source.addEventListener(type, (event) => log.push([type, event.data, event.lastEventId, event.origin, event.isTrusted]));
      return source;
    }
  `);
  runtime.api.platform.useBridge(runtime.context.bridge, ["http.fetch"]);
  const read = (code) => JSON.parse(runtime.run(`JSON.stringify(${code})`));
  const settle = async () => {
    for (let i = 0; i < 20; i++) await turn();
  };
  return { runtime, read, settle };
}

test("events are read in any chunks, with their types, ids and ends of lines", async () => {
  const text = "\ufeff: comment\ndata: one\n\nevent: other\rdata:two\rdata\rid: 7\r\rid\r\ndata:  spaced\r\nunknown: x\r\n\r\nid: a\0b\ndata: \u00e9\n\nevent: none\n\ndata: unfinished";
  const expected = [
    ["open", 1], ["message", "one", "", "http://h", true], ["other", "two\n", "7", "http://h", true], ["message", " spaced", "", "http://h", true],
    ["message", "\u00e9", "", "http://h", true],
  ];
  const bytes = [...new TextEncoder().encode(text)];
  for (const chunks of [[text], bytes.map((byte) => [byte])]) {
    const { runtime, read, settle } = play([{ chunks }]);
    runtime.run('listen(undefined, ["message", "other", "none"])');
    for (let i = 0; i < 20; i++) await settle();
    assert.deepEqual(read("log"), expected);
    assert.deepEqual(read("requests"), [[["accept", "text/event-stream"], ["pragma", "no-cache"], ["cache-control", "no-cache"]]]);
  }
});

test("a lost connection is opened again after the server's delay, with the last id", async () => {
  const { runtime, read, settle } = play([{ chunks: ["retry: 500\nid: \u00e9\ndata: a\n\n"] }, { error: true }, { chunks: ["data: b\n\n"] }]);
  runtime.run("var source = listen()");
  await settle();
  assert.deepEqual(read("log"), [["open", 1], ["message", "a", "\u00e9", "http://h", true], ["error", 0]]);
  await runtime.advance(499);
  assert.equal(read("requests.length"), 1);
  await runtime.advance(1);
  await settle();
  assert.equal(read("requests.length"), 2);
  await runtime.advance(500);
  await settle();
  assert.deepEqual(read("log.slice(3)"), [["error", 0], ["open", 1], ["message", "b", "\u00e9", "http://h", true]]);
  assert.deepEqual(read("requests[2]").find(([name]) => name === "last-event-id"), ["last-event-id", "\u00c3\u00a9"]);
  const before = read("stopped");
  runtime.run("source.close()");
  assert.deepEqual(read("[source.readyState, stopped]"), [2, before + 1]);
});

test("a response that is no stream of events closes the source for good", async () => {
  for (const response of [{ status: 204 }, { status: 500 }, { type: "text/plain" }, { type: "" }]) {
    const { runtime, read, settle } = play([response, {}]);
    runtime.run("listen()");
    await settle();
    await runtime.advance(10_000);
    assert.deepEqual(read("log"), [["error", 2]], JSON.stringify(response));
    assert.equal(read("requests.length"), 1);
  }
});

test("an error says what went wrong, and a source that may not connect is closed for good", async () => {
  const { runtime, read, settle } = play([{ denied: true }, {}]);
  runtime.run(`listen().onerror = ({ constructor, message, error }) => log.push([constructor.name, message, error.cause.code])`);
  await settle();
  await runtime.advance(10_000);
  assert.deepEqual(read("log"), [["error", 2], ["ErrorEvent", "fetch failed: not on the list", "PERMISSION_DENIED"]]);
  assert.equal(read("requests.length"), 1);
  const other = play([{ type: "text/plain" }]);
  other.runtime.run(`listen().onerror = ({ message }) => log.push(message)`);
  await other.settle();
  assert.deepEqual(other.read("log"), [["error", 2], 'EventSource: the response is not an event stream: type "text/plain"']);
});

test("a server that asks for no delay is not asked without end", async () => {
  const { runtime, read, settle } = play([{ chunks: ["retry: 0\n\n"] }, { error: true }, { error: true }, {}]);
  runtime.run("listen()");
  await settle();
  await runtime.advance(99);
  assert.equal(read("requests.length"), 1);
});

test("an event without end closes the source with an error event, and ends no program", async () => {
  const { runtime, read, settle } = play([{ chunks: [`data: ${"x".repeat(9_000_000)}`, "y".repeat(9_000_000)] }]);
  runtime.run("var messages = []; listen().addEventListener('error', (event) => messages.push(event.message))");
  for (let i = 0; i < 10; i++) await settle();
  assert.deepEqual(read("log"), [["open", 1], ["error", 2]]);
  assert.match(read("messages")[0], /longer than 16777216/);
  assert.deepEqual(runtime.reported, []);
});

test("a source that a listener closes stays closed", async () => {
  const { runtime, read, settle } = play([{ chunks: ["data: a\n\ndata: b\n\n"] }, {}]);
  runtime.run("var source = listen(); source.onmessage = () => source.close()");
  await settle();
  await runtime.advance(10_000);
  assert.deepEqual(read("[log.map(([type]) => type), requests.length]"), [["open", "message"], 1]);
  const lost = play([{ error: true }, {}]);
  lost.runtime.run("var source = listen(); source.onerror = () => source.close()");
  await lost.settle();
  await lost.runtime.advance(10_000);
  assert.equal(lost.read("requests.length"), 1);
});

test("the arguments are checked", () => {
  const { runtime, read } = play([{}]);
  for (const [code, name] of [["new EventSource()", "TypeError"], ["new EventSource('no url')", "SyntaxError"], ["EventSource('http://h')", "TypeError"], ["new EventSource('http://h', 5)", "TypeError"], ["EventSource.prototype.url", "TypeError"], ["EventSource.prototype.close()", "TypeError"]]) {
    assert.throws(() => runtime.run(code), { name }, code);
  }
  assert.deepEqual(read("(({ url, withCredentials, readyState, CLOSED }) => [url, withCredentials, readyState, CLOSED, EventSource.OPEN, EventSource.length])(new EventSource('http://h/a b', { withCredentials: true }))"), ["http://h/a%20b", true, 0, 2, 1, 1]);
});
