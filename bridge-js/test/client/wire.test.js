// The corpus that the Swift tests read too: what each message means, and that a writer produces it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as kinds from "../../client/kinds.js";
import { JsonRpcLink, connectJsonRpc } from "../../client/json-rpc.js";
import { readMessage } from "../../client/json-rpc-read.js";
import { DEFAULT_LIMITS, Encoder } from "../../client/values.js";
import { revive } from "../../client/reviver.js";
import { settled } from "../support/loopback.js";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../../../Tests/Fixtures/wire");
const corpus = readdirSync(folder).map((file) => [file, JSON.parse(readFileSync(join(folder, file), "utf8"))]);
const encoder = new Encoder(DEFAULT_LIMITS, Infinity);

/** A decoded value in the notation of the corpus. */
const rewritten = (value) => JSON.parse(encoder.text(revive(value, undefined, 256), "value"));

const wireText = ({ text, message }) => text ?? JSON.stringify(message);

/** The meaning of a text in the notation of the corpus. */
const meaning = (text) => {
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { kind: "invalid", id: null, code: -32700 };
  }
  const message = { ...readMessage(parsed) };
  if ("value" in message) message.value = rewritten(message.value);
  if (message.kind === "error") message.error = { ...message.error };
  if (message.timeout === Infinity) message.timeout = "Infinity";
  return JSON.parse(JSON.stringify(message));
};

/** The link's text for the message `decoded`. */
const write = ({ kind, id, method, value, timeout, credit, metadata, items, error }) => {
  let written;
  const link = new JsonRpcLink({ send: (text) => { written = text; } });
  const real = value === undefined ? undefined : revive(structuredClone(value), undefined, 256);
  if (kind !== "error" && kind !== "cancel" && kind !== "credit") encoder.encode(real, "value");
  const { tag, body } = encoder;
  const pairs = metadata === undefined ? undefined : Object.entries(metadata).flat();
  if (kind === "call") link.call(id, method, tag, body, undefined, timeout === "Infinity" ? Infinity : timeout, credit, pairs);
  if (kind === "answer") link.post(kinds.RESULT, id, tag, body);
  if (kind === "error") link.post(kinds.ERROR, id, kinds.TAG_TEXT, JSON.stringify(error));
  if (kind === "progress") link.post(kinds.PROGRESS, id, tag, body);
  if (kind === "item") link.post(kinds.ITEM, id, tag, body);
  if (kind === "cancel") link.post(kinds.CANCEL, id, kinds.TAG_VALUE, "CANCELLED");
  if (kind === "credit") link.post(kinds.CREDIT, id, kinds.TAG_VALUE, items);
  return written;
};

/** The messages that a link sends and its listeners receive for a text. Its handlers return their parameters. */
const received = async (port, { method, event }, text) => {
  const sent = [];
  const { bridge, deliver } = connectJsonRpc({ ...port, send: (answer) => sent.push(answer) }, { reportError: () => {} });
  if (method !== undefined) bridge.handle(method, (value) => [typeof value, value]);
  if (event !== undefined) bridge.on(event, (value) => sent.push(encoder.text([typeof value, value], "event")));
  deliver(text);
  await settled();
  return sent;
};

describe("the corpus of the wire", () => {
  test("is there", () => assert.ok(corpus.length >= 40));

  for (const [file, entry] of corpus.filter(([, { decoded }]) => decoded.refused === undefined)) {
    test(`${file} is the same with and without the search for tags`, async () => {
      const text = wireText(entry);
      assert.deepEqual(await received({ keepsDepth: true }, entry.decoded, text), await received({}, entry.decoded, text));
    });
  }

  test("a value deeper than the limit is accepted from a trusted side only", async () => {
    const text = `{"jsonrpc":"2.0","id":1,"method":"depth","params":[${"[".repeat(300)}${"]".repeat(300)}]}`;
    const answer = async (port) => {
      let sent;
      const { bridge, deliver } = connectJsonRpc({ ...port, send: (answer) => { sent = JSON.parse(answer); } });
      bridge.handle("depth", (value) => { let depth = 0; for (; value; [value] = value) depth += 1; return depth; });
      deliver(text);
      await settled();
      return sent;
    };
    assert.equal((await answer({ keepsDepth: true })).result, 300);
    assert.equal((await answer({})).error.data.code, "RESOURCE_EXHAUSTED");
  });

  for (const [file, entry] of corpus) {
    const { name, decoded, direction } = entry;
    test(`${file}: ${name}`, async () => {
      const text = wireText(entry);
      if (decoded.refused === undefined) assert.deepEqual(meaning(text), decoded);
      if (direction === "both") assert.deepEqual(JSON.parse(write(decoded)), entry.message);
      const sent = [];
      const { bridge, deliver } = connectJsonRpc({ send: (answer) => sent.push(JSON.parse(answer)) }, { reportError: () => {} });
      bridge.handle("echo", (value) => value);
      deliver(text);
      await settled();
      if (decoded.kind === "invalid") {
        assert.deepEqual(sent.map(({ id, error }) => [id, error.code]), [[decoded.id, decoded.code]]);
      } else if (decoded.refused !== undefined) {
        assert.equal(sent[0].error.data.code, decoded.refused);
      } else if (decoded.kind === "call") {
        assert.deepEqual(sent.map(({ id }) => id), [decoded.id]);
      } else {
        assert.deepEqual(sent, []);
      }
      // The link works after any message.
      deliver('{"jsonrpc":"2.0","id":77,"method":"echo","params":["alive"]}');
      await settled();
      assert.deepEqual(sent.at(-1), { jsonrpc: "2.0", id: 77, result: "alive" });
    });
  }

  test("every kind and every tag has a file", () => {
    const all = JSON.stringify(corpus);
    for (const kind of ["call", "answer", "error", "cancel", "progress", "item", "credit", "event", "invalid", "ignored"]) {
      assert.ok(corpus.some(([, { decoded }]) => decoded.kind === kind), kind);
    }
    for (const tag of ["undefined", "number", "bigint", "date", "map", "set", "error", "bytes", "object"]) {
      assert.ok(all.includes(`{"$${tag}":`), tag);
    }
  });
});

test("no message throws when it is cut at any length", () => {
  const { deliver } = connectJsonRpc({ send: () => {} }, { reportError: () => {} });
  for (const [, entry] of corpus) {
    const text = wireText(entry);
    for (let end = 0; end < Math.min(text.length, 400); end += 1) deliver(text.slice(0, end));
  }
});

test("the messages of a batch are read one by one, and a malformed one does not affect the others", async () => {
  const sent = [];
  const { bridge, deliver } = connectJsonRpc({ send: (text) => sent.push(JSON.parse(text)) });
  bridge.handle("echo", (value) => value);
  deliver('[{"jsonrpc":"2.0","id":1,"method":"echo","params":[1]},5,[],{"jsonrpc":"2.0","id":2,"method":"echo","params":[2]}]');
  await settled();
  assert.deepEqual(sent.map(({ id, result, error }) => [id, result ?? error.code]), [[1, 1], [null, -32600], [null, -32600], [2, 2]]);
});

test("no message of a batch is dispatched after a handler closed the link", async () => {
  const seen = [];
  const surfaced = [];
  const report = (error) => surfaced.push(error);
  process.on("unhandledRejection", report);
  const { bridge, deliver, close } = connectJsonRpc({ send: () => {} });
  bridge.handle("leave", () => close());
  bridge.handle("note", (value) => void seen.push(value));
  deliver('[{"jsonrpc":"2.0","id":1,"method":"leave"},{"jsonrpc":"2.0","id":2,"method":"note","params":[2]},5]');
  await settled();
  process.off("unhandledRejection", report);
  assert.deepEqual([seen, surfaced], [[], []]);
});

test("a batch that has grown long is sent at once", async () => {
  const sent = [];
  const { bridge } = connectJsonRpc({ send: (text) => sent.push(text) }, { batch: true });
  for (let at = 0; at < 5; at += 1) void bridge.call("keep", "x".repeat(400_000));
  assert.deepEqual(sent.map((text) => JSON.parse(text).length), [3]);
  await settled();
  assert.deepEqual(sent.map((text) => JSON.parse(text).length), [3, 2]);
});

test("a carrier that fails rejects its call, or all calls of a batch", async () => {
  const broken = () => { throw new Error("cut"); };
  const plain = connectJsonRpc({ send: broken });
  await assert.rejects(plain.bridge.call("x"), { code: "UNAVAILABLE" });
  assert.equal(plain.bridge.inspect().pending, 0);
});
