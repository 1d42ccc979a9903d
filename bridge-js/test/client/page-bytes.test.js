// Messages with bytes in the format of a page in a web view, and base64 by functions of newer engines.

import { test } from "node:test";
import assert from "node:assert/strict";
import { pack, unpack } from "../../client/page/page-bytes.js";
import { fromBase64, toBase64 } from "../../shared/base64.js";
import { copiesOf } from "../../client/bytes.js";
import { JsonRpcLink } from "../../client/json-rpc.js";
import { createBridge } from "../../index.js";

const buffer = (...bytes) => new Uint8Array(bytes).buffer;

test("an unpacked message is the same as before packing", () => {
  for (const attachments of [undefined, [buffer()], [buffer(1, 2, 3), buffer(), buffer(10, 10)]]) {
    for (const text of ["{}", '{"a":"\u{1F309}\n;,"}', "[7;]"]) assert.deepEqual(unpack(pack(text, attachments)), [text, attachments]);
  }
  assert.equal(pack("[]", [new Uint8Array([9, 65, 66]).subarray(1), buffer(1)]), "4,4;QUI=AQ==[]");
});

test("a carrier of bytes receives large attachments as buffers of just their bytes, and small ones in the text", async () => {
  const sent = [];
  const send = (text, attachments) => sent.push([text, attachments && copiesOf(attachments)]);
  const link = new JsonRpcLink({ send, inline: 3 }, { batch: true });
  const bridge = createBridge(link);
  const whole = new Uint8Array([1, 2, 3, 4, 5, 6]);
  bridge.call("first").catch(() => {});
  bridge.call("second", [whole.subarray(1, 5), whole.subarray(0, 3)]).catch(() => {});
  bridge.call("third").catch(() => {});
  whole.fill(0);
  await Promise.resolve();
  assert.deepEqual(sent.map(([text]) => JSON.parse(text).method), ["first", "second", "third"]);
  assert.deepEqual(JSON.parse(sent[1][0]).params, [[{ $bytes: [0, "Uint8Array"] }, { $bytes: ["AQID", "Uint8Array"] }]]);
  assert.deepEqual(sent[1][1], [buffer(2, 3, 4, 5)]);
  link.deliver('{"jsonrpc":"2.0","id":2,"result":{"$bytes":[0,"Uint16Array"]}}', [buffer(1, 0, 2, 0)]);
  link.close();
});

test("only attachments to which a text refers are used", async () => {
  const link = new JsonRpcLink({ send: () => {} });
  const bridge = createBridge(link);
  const answers = [bridge.call("a"), bridge.call("b"), bridge.call("c")];
  link.deliver('{"jsonrpc":"2.0","id":1,"result":[{"$bytes":[1,"Uint16Array"]}]}', [buffer(9), buffer(1, 0, 2, 0)]);
  link.deliver('{"jsonrpc":"2.0","id":2,"result":{"$bytes":[2,"Uint8Array"]}}', [buffer(9)]);
  link.deliver('{"jsonrpc":"2.0","id":3,"result":{"$bytes":[0,"Uint8Array"]}}');
  assert.deepEqual(await answers[0], [new Uint16Array([1, 2])]);
  assert.deepEqual(await answers[1], { $bytes: [2, "Uint8Array"] });
  assert.deepEqual(await answers[2], { $bytes: [0, "Uint8Array"] });
});

test("base64 is encoded as in Node, and any other text is refused", () => {
  for (let length = 0; length < 40; length += 1) {
    const bytes = new Uint8Array(length).map((_, at) => at * 37);
    const text = Buffer.from(bytes).toString("base64");
    assert.equal(toBase64(bytes, length), text);
    assert.deepEqual(new Uint8Array(fromBase64(text)), bytes);
  }
  for (const text of ["A", "AA", "AAA", "A===", "AA=A", "A A=", "AAA\n", "AAAA AAA", "AA-_", "=AAA", "\u0100AAA"]) {
    assert.equal(fromBase64(text), undefined, JSON.stringify(text));
  }
});
