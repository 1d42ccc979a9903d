// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeTaker } from "../../page-console/taker.js";

/** @param {{ characters?: number, messages?: number }} most */
const lab = ({ characters = 100, messages = 100 }) => {
  /** @type {string[]} */
  const posted = [];
  /** @type {(() => void)[]} */
  const replies = [];
  const take = makeTaker(
    (text) => new Promise((resolve) => {
      posted.push(text);
      replies.push(() => resolve(""));
    }), { characters, messages });
  const reply = async () => {
    for (const answer of replies.splice(0)) answer();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { posted, take, reply };
};

test("messages beyond the limits are left out, and their number is the next message", async () => {
  for (const most of [{ messages: 2 }, { characters: 12 }]) {
    const { posted, take, reply } = lab(most);
    for (let i = 0; i < 5; i += 1) take(`log x${i}`);
    assert.deepEqual(posted, ["log x0", "log x1"]);
    await reply();
    assert.match(posted[2] ?? "", /^warn 3 console messages were left out:/);
    await reply();
    take("log next");
    assert.equal(posted[3], "log next");
  }
});

test("one message of any length passes", async () => {
  const { posted, take, reply } = lab({ characters: 3 });
  take("log long");
  take("log b");
  assert.deepEqual(posted, ["log long"]);
  await reply();
  assert.match(posted[1] ?? "", /^warn 1 console message was left out:/);
});

test("a message that native code refuses counts as taken", async () => {
  let count = 0;
  const take = makeTaker(() => (count += 1, Promise.reject(new Error("gone"))), { characters: 9, messages: 1 });
  take("log a");
  await new Promise((resolve) => setImmediate(resolve));
  take("log b");
  assert.equal(count, 2);
});
