// `WebSocket` over a bridge that a test plays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime, turn } from "../support/runtime.js";

/** A context whose bridge opens connections: `push` sends an item of the server, and `take` asks for the program's next one. */
function play() {
  const runtime = new Runtime();
  runtime.run(`
    var request, handlers = {}, log = [], waiting = [], items = [], sent = [], outgoing, isStopped = false;
    var answer = () => { while (waiting.length > 0 && items.length > 0) waiting.shift()(items.shift()); };
    var push = (value) => { items.push({ done: false, value }); answer(); };
    var take = () => outgoing ??= handlers[request.outgoing]();
    var next = async () => { const { done, value } = await take().next(); sent.push(done ? "end" : value instanceof Uint8Array ? [...value] : value); };
    var bridge = {
      stream(method, message) {
        request = { method, ...message };
        return {
          next: () => new Promise((resolve) => { waiting.push(resolve); answer(); }),
          return: () => { isStopped = true; items.push({ done: true }); answer(); return Promise.resolve(); },
        };
      },
      handle(name, handler) { handlers[name] = handler; return () => { delete handlers[name]; }; },
    };
    var open = (...args) => {
      const socket = new WebSocket(...args);
      for (const type of ["open", "message", "error", "close"]) {
        socket["on" + type] = (event) => log.push([type, ...type === "message" ? [event.data, event.origin] : type === "close" ? [event.code, event.reason, event.wasClean] : []]);
      }
      return socket;
    };
  `);
  runtime.api.platform.useBridge(runtime.context.bridge, ["http.websocket"]);
  const read = (code) => JSON.parse(runtime.run(`JSON.stringify(${code})`));
  const settle = async () => {
    for (let i = 0; i < 20; i++) await turn();
  };
  return { runtime, read, settle };
}

test("a socket sends, counts what waits, receives and closes", async () => {
  const { runtime, read, settle } = play();
  runtime.run('var socket = open("http://h:80/a b", ["x", "y"])');
  assert.deepEqual(read("[request.method, request.url, request.protocols]"), ["http.websocket", "ws://h/a%20b", ["x", "y"]]);
  runtime.run('push({ subprotocol: "y" }); push("\u00e9")');
  await settle();
  runtime.run('socket.send("\u00e9\u00e9"); socket.send(new Uint8Array([1, 2, 3]).subarray(1)); socket.send(new Blob(["ab"]))');
  assert.deepEqual(read("[socket.bufferedAmount, socket.protocol, socket.readyState]"), [8, "y", 1]);
  runtime.run("next(); next()");
  await settle();
  assert.deepEqual(read("[socket.bufferedAmount, sent]"), [2, ["\u00e9\u00e9", [2, 3]]]);
  runtime.run('socket.close(3000, "bye"); next(); next()');
  await settle();
  runtime.run('push("late"); push({ code: 3000, reason: "bye", wasClean: true })');
  await settle();
  assert.deepEqual(read("sent.slice(2)"), [[97, 98], { code: 3000, reason: "bye" }]);
  assert.deepEqual(read("log"), [["open"], ["message", "\u00e9", "ws://h"], ["close", 3000, "bye", true]]);
  runtime.run('socket.send("abc")');
  assert.deepEqual(read("[socket.bufferedAmount, socket.readyState]"), [3, 3]);
});

test("a program that sends faster than its connection takes loses it at a limit", async () => {
  const { runtime, read, settle } = play();
  runtime.run("var socket = open('ws://h'); push({ subprotocol: '' })");
  await settle();
  runtime.run("for (let i = 0; i < 65; i++) socket.send(new Uint8Array(1 << 20))");
  assert.deepEqual(read("[socket.readyState, isStopped, log]"), [3, true, [["open"], ["error"], ["close", 1006, "", false]]]);
});

test("wrong arguments have the standard's errors", async () => {
  const { runtime, read, settle } = play();
  for (const [code, name] of [
    ["new WebSocket()", "TypeError"], ["WebSocket('ws://h')", "TypeError"], ["new WebSocket('no url')", "SyntaxError"],
    ["new WebSocket('ftp://h')", "SyntaxError"], ["new WebSocket('ws://h#')", "SyntaxError"], ["new WebSocket('ws://h', 'a b')", "SyntaxError"],
    ["new WebSocket('ws://h', ['a', 'A'])", "SyntaxError"], ["new WebSocket('ws://h', Symbol())", "TypeError"],
    ["new WebSocket('ws://h').send('')", "InvalidStateError"], ["new WebSocket('ws://h').send()", "TypeError"],
    ["new WebSocket('ws://h').close(1001)", "InvalidAccessError"], ["new WebSocket('ws://h').close(3000, 'x'.repeat(124))", "SyntaxError"],
    ["WebSocket.prototype.url", "TypeError"], ["WebSocket.prototype.close()", "TypeError"],
  ]) {
    assert.equal(read(`(() => { try { ${code}; } catch (error) { return error.name; } })()`), name, code);
  }
  assert.deepEqual(read("((e) => [e.code, e.reason, e.wasClean, e.type])(new CloseEvent('x', { code: 65537, reason: 5, wasClean: 1 }))"), [1, "5", true, "x"]);
  assert.deepEqual(read("[WebSocket.OPEN, WebSocket.prototype.CLOSED, WebSocket.length, CloseEvent.length]"), [1, 3, 1, 1]);
  runtime.run("var socket = new WebSocket('ws://h'); socket.binaryType = 'other'");
  assert.equal(read("socket.binaryType"), "blob");
  await settle();
});
