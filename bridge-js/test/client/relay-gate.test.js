// @ts-check
// The messages that a relay passes to native code, and those that it refuses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { makeGate } from "../../client/page/relay-gate.js";

const call = (/** @type {number} */ id, params = "1") => `{"jsonrpc":"2.0","id":${id},"method":"m","params":[${params}]}`;
const answer = (/** @type {number} */ id, value = "1") => `{"jsonrpc":"2.0","id":${id},"result":${value}}`;
const report = '{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":{"kind":"report","value":1}}}';
const cancel = '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}';

/** @param {{ bytes?: number, calls?: number, spare?: number, isOpen?: boolean }} [options] */
const lab = ({ bytes = 1e9, calls = 1e9, spare = 0, isOpen = true } = {}) => {
  /** @type {string[]} */
  const posted = [];
  /** @type {(() => void)[]} */
  const takes = [];
  /** @type {any[]} */
  const refused = [];
  const gate = makeGate({
    bytes: { maximum: bytes, spare },
    calls: { maximum: calls, spare },
    post: (text, taken) => {
      posted.push(text);
      takes.push(taken);
    },
    refuse: (text) => void refused.push(...[JSON.parse(text)].flat()),
  });
  if (isOpen) gate.open();
  return { gate, posted, refused, takeOne: () => takes.shift()?.() };
};

const size = call(1).length;

for (const [bytes, passes] of [[2 * size - 1, 1], [2 * size, 2], [2 * size + 1, 2]]) {
  test(`of two calls ${passes} may be in flight where ${bytes} bytes may`, () => {
    const { gate, posted, refused } = lab({ bytes });
    gate.take(call(1));
    gate.take(call(2));
    assert.equal(posted.length, passes);
    assert.deepEqual(refused.map(({ id }) => id), passes === 1 ? [2] : []);
  });
}

test("a refused call is answered with the name of the limit, and its text is not kept", () => {
  const { gate, posted, refused } = lab({ bytes: 100 });
  gate.take(call(1, `"${"x".repeat(90)}"`));
  gate.take(call(2, `"${"x".repeat(90)}"`));
  assert.equal(posted.length, 1);
  assert.deepEqual(refused[0].error.data, { code: "RESOURCE_EXHAUSTED", data: { limit: "bytesInFlight", maximum: 100 } });
  assert.equal(refused[0].id, 2);
});

test("a single message of any size is sent: the bus refuses one that is too large", () => {
  const { gate, posted } = lab({ bytes: 10, calls: 1 });
  gate.take(`[${call(1)},${call(2)},${call(3)}]`);
  assert.equal(posted.length, 1);
});

test("a message that was processed frees its bytes", () => {
  const { gate, posted, refused, takeOne } = lab({ bytes: size });
  gate.take(call(1));
  gate.take(call(2));
  takeOne();
  gate.take(call(3));
  assert.deepEqual(posted, [call(1), call(3)]);
  assert.deepEqual(refused.map(({ id }) => id), [2]);
});

test("calls are counted in a batch, and answers are not calls", () => {
  const { gate, posted, refused } = lab({ calls: 3 });
  gate.take(`[${call(1)},${answer(7)},${call(2)},${answer(8)}]`);
  gate.take(call(3));
  gate.take(call(4));
  assert.equal(posted.length, 2);
  assert.deepEqual(refused.map(({ id, error }) => [id, error.data.data.limit]), [[4, "callsInFlight"]]);
});

test("messages that were processed and not answered have their own allowance", () => {
  const { gate, refused } = lab({ bytes: size, calls: 1, spare: size });
  gate.take(call(1));
  gate.take(call(2));
  assert.deepEqual(refused, []);
});

test("answers and cancellations wait for room, in order, and reports of progress are dropped", () => {
  const { gate, posted, refused, takeOne } = lab({ bytes: 150 });
  gate.take(call(1, `"${"x".repeat(150)}"`));
  gate.take(answer(1, `"${"y".repeat(100)}"`));
  gate.take(report);
  gate.take(`[${call(2)},${cancel},${report}]`);
  assert.equal(posted.length, 1);
  assert.deepEqual(refused.map(({ id }) => id), [2]);
  takeOne();
  assert.deepEqual(posted.slice(1), [answer(1, `"${"y".repeat(100)}"`)]);
  takeOne();
  assert.deepEqual(posted.slice(2), [`[${cancel}]`]);
  takeOne();
  gate.take(call(3));
  assert.equal(posted.length, 4);
});

test("calls in flight are sent a few at a time, and the others follow as these are processed", () => {
  const { gate, posted, refused, takeOne } = lab();
  const large = `"${"x".repeat(5 << 20)}"`;
  for (let id = 1; id <= 8; id += 1) gate.take(call(id, large));
  assert.equal(posted.length, 3);
  gate.take(cancel);
  for (let taken = 1; taken <= 8; taken += 1) takeOne();
  assert.deepEqual(refused, []);
  assert.deepEqual(posted, [1, 2, 3, 4, 5, 6, 7, 8].map((id) => call(id, large)).concat(cancel));
});

test("a call with bytes beside its text is refused by its id, and an answer with bytes waits", () => {
  const { gate, posted, refused, takeOne } = lab({ bytes: 100 });
  gate.take(call(1, `"${"x".repeat(90)}"`));
  gate.take(`8,4;AAAAAAAABBBB${call(2)}`);
  gate.take(`8,4;AAAAAAAABBBB${answer(3)}`);
  assert.deepEqual(refused.map(({ id }) => id), [2]);
  takeOne();
  assert.deepEqual(posted.slice(1), [`8,4;AAAAAAAABBBB${answer(3)}`]);
});

test("messages wait until native code accepts them, as many as may be in flight", () => {
  const { gate, posted, refused } = lab({ calls: 2, isOpen: false });
  for (let id = 1; id <= 4; id += 1) gate.take(call(id));
  assert.deepEqual(posted, []);
  assert.deepEqual(refused.map(({ id }) => id), [3, 4]);
  gate.open();
  assert.deepEqual(posted, [call(1), call(2)]);
});

test("of a million calls no more than the limit are in flight, and all are answered", () => {
  const { gate, posted, refused } = lab({ calls: 10_000 });
  for (let id = 1; id <= 1_000_000; id += 1) gate.take(call(id));
  assert.equal(posted.length, 10_000);
  assert.equal(refused.length, 990_000);
});
