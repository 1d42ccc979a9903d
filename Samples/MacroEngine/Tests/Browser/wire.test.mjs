// The bridge without a browser: requests, some of them hostile, and the page's transport in Node.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connectEventStream } from "../../Sources/MacroRings/Page/event-stream.js";
import { eventually } from "./eventually.mjs";
import { makeFolder, start } from "./program.mjs";

const folder = makeFolder();
let program;
let bridge;
let token;

before(async () => {
  program = await start(folder.file);
  bridge = program.url.replace(/\/#.*/, "/bridge");
  token = program.url.replace(/.*#/, "");
});
after(async () => {
  await program.stop();
  folder.remove();
});

/** A session: the lines of the server, and a function that posts. */
const converse = async () => {
  const abort = new AbortController();
  const authorization = `Bearer ${token}`;
  const stream = await fetch(bridge, { headers: { authorization }, signal: abort.signal });
  assert.equal(stream.headers.get("content-type"), "text/event-stream");
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (part) => {
    while (!text.includes(part)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended before ${part}: ${text}`);
      text += value;
    }
    return text;
  };
  const session = /^event: open\ndata: (\w+)\n\n/.exec(await until("\n\n"))[1];
  const post = async (body, headers = {}) => {
    const answer = await fetch(bridge, { method: "POST", body, headers: { authorization, "bridge-session": session, ...headers } });
    await answer.arrayBuffer();
    return answer.status;
  };
  return { post, until, session, end: () => abort.abort() };
};

const STATE = `{"jsonrpc":"2.0","id":"mine","method":"application.state"}`;

for (const text of [
  "not json", "[]", "[[[[", `{"jsonrpc":"2.0","id":1}`, `{"jsonrpc":"2.0","id":1,"method":"nobody.home"}`, "[".repeat(500_000), "\n\n\n",
  `{"jsonrpc":"2.0","id":1,"method":"macro.run","params":[{"key":5}]}`, `{"jsonrpc":"2.0","id":1,"method":"macro.run","params":[{"key":"__proto__"}]}`,
  "\u0000\u007f", Buffer.from([0xff, 0xfe, 0xc0]), `{"jsonrpc":"2.0","id":1,"method":"$/subscribe","params":[{"event":"secret.thing"}]}`,
  `{"jsonrpc":"2.0","id":1,"method":"macro.edit","params":[{"key":"more","javascript":"${"x".repeat(100_000)}","revision":0}]}`,
]) {
  test(`a hostile request affects no other session: ${String(text).slice(0, 60).replace(/[^ -~]/g, "?")}`, async () => {
    const { post, until, end } = await converse();
    assert.equal(await post(text), 204);
    assert.equal(await post(STATE), 204);
    assert.match(await until(`"id":"mine"`), /data: /);
    end();
  });
}

test("a request over the limit is refused, and the session continues", async () => {
  const { post, until, end } = await converse();
  assert.equal(await post(" ".repeat((1 << 20) + 1)), 413);
  assert.equal(await post(STATE), 204);
  await until(`"id":"mine"`);
  end();
});

test("an answer over the limit is refused by name, and the stream continues", async () => {
  const { post, until, end } = await converse();
  const call = (id, method, params) => post(JSON.stringify({ jsonrpc: "2.0", id, method, params: [params] }));
  await post(STATE);
  const { revision } = JSON.parse(/^data: (.*"mine".*)$/m.exec(await until(`"id":"mine"`))[1]).result.macros.macros.find(({ key }) => key === "less");
  assert.equal(await call(1, "macro.edit", { key: "less", javascript: "function() { return 'x'.repeat(9_000_000) }", revision }), 204);
  await until(`"id":1,`);
  assert.equal(await call(2, "macro.run", { key: "less" }), 204);
  const text = await until(`"id":2,`);
  assert.match(text.slice(text.indexOf(`"id":2,`)), /RESOURCE_EXHAUSTED.*messageBytes/s);
  assert.equal(await call(3, "macro.restore", { key: "less" }), 204);
  await until(`"id":3,`);
  end();
});

test("a session ends with its stream", async () => {
  const { post, end } = await converse();
  assert.equal(await post(STATE), 204);
  end();
  // The server notices it when the socket closes.
  await eventually("the session has ended", async () => (await post(STATE)) === 404);
});

test("a session is unusable without the token, or from another session", async () => {
  const { post, end } = await converse();
  assert.equal(await post(STATE, { authorization: "Bearer wrong" }), 401);
  assert.equal(await post(STATE, { "bridge-session": "0".repeat(32) }), 404);
  end();
});

test("the 65th page is refused, and accepted when another one has closed", async () => {
  const open = [];
  for (let count = 0; count < 64; count += 1) open.push(await converse());
  const answer = await fetch(bridge, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(answer.status, 503);
  for (const { end } of open) end();
  let next;
  await eventually("there is room", async () => {
    next = await converse().catch(() => undefined);
    return next !== undefined;
  });
  next.end();
});

test("the page's transport calls, receives events, and reconnects", async () => {
  const own = await start(folder.file, { token: "a-token-of-this-test" });
  const url = own.url.replace(/\/#.*/, "/bridge");
  const opened = [];
  let lost = 0;
  let wake = () => {};
  const next = () => new Promise((done) => { wake = done; });
  let ready = next();
  const end = connectEventStream(url, "a-token-of-this-test", {
    onOpen: (connected) => { opened.push(connected); wake(); },
    onLost: () => { lost += 1; },
    onRefused: () => {},
  });
  await ready;
  const events = [];
  opened[0].on("rings.changed", (rings) => events.push(rings.inner));
  await Promise.all(["more", "more", "more"].map((key) => opened[0].call("macro.run", { key })));
  await eventually("three events are received", () => events.at(-1) === 3);
  const rejected = assert.rejects(opened[0].call("macro.run", { key: "evenMore" }), { code: "UNAVAILABLE" });
  ready = next();
  await own.stop("SIGKILL");
  await rejected;
  const again = await start(folder.file, { port: own.port, token: "a-token-of-this-test" });
  await ready;
  assert.equal((await opened[1].call("application.state")).rings.inner, 0);
  assert.ok(lost >= 1);
  await again.stop();
  const refusing = await start(folder.file, { port: own.port, token: "another-token-of-this-test" });
  await end; // It was refused: another token.
  await refusing.stop();
});
