// @ts-check
// What carries messages between the worlds of a page, over as much of a DOM as it needs.

import assert from "node:assert/strict";
import { test } from "node:test";

class Text extends EventTarget {
  #data = "";
  get data() {
    return this.#data;
  }
  set data(text) {
    this.#data = text;
  }
}
class MouseEvent extends Event {
  get relatedTarget() {
    return null;
  }
}
Object.assign(globalThis, { CharacterData: Text, MouseEvent, window: globalThis });

const { DOWN, UP, hear, speaker } = await import("../../client/page/page-port.js");

const makeNode = () => /** @type {Node} */ (/** @type {unknown} */ (new Text()));

test("messages arrive in order, each kind where it is heard", () => {
  const node = makeNode();
  /** @type {string[]} */
  const heard = [];
  hear(node, UP, (text) => void heard.push(`up ${text}`));
  hear(node, DOWN, (text) => void heard.push(`down ${text}`));
  const [up, down] = [speaker(node, UP), speaker(node, DOWN)];
  up("1");
  down("2");
  up("3");
  assert.deepEqual(heard, ["up 1", "down 2", "up 3"]);
});

test("a message that comes while one of its kind is still being heard is heard", () => {
  const node = makeNode();
  const say = speaker(node, DOWN);
  /** @type {string[]} */
  const heard = [];
  hear(node, DOWN, (text) => {
    heard.push(text);
    if (text === "outer") say("inner");
  });
  say("outer");
  say("after");
  assert.deepEqual(heard, ["outer", "inner", "after"]);
});

test("a large text lives no longer than its message", () => {
  const node = makeNode();
  let length = 0;
  hear(node, UP, (text) => (length = text.length));
  speaker(node, UP)("x".repeat(100_000));
  assert.equal(length, 100_000);
  assert.equal(Reflect.get(node, "data"), "");
});
