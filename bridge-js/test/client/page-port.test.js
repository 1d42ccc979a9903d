// @ts-check
// The port between the worlds of a page, over a minimal DOM.

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

const { DOWN, UP, onMessage, makeSender } = await import("../../client/page/page-port.js");

const makeNode = () => /** @type {Node} */ (/** @type {unknown} */ (new Text()));

test("messages arrive in order, each kind at its listener", () => {
  const node = makeNode();
  /** @type {string[]} */
  const received = [];
  onMessage(node, UP, (text) => void received.push(`up ${text}`));
  onMessage(node, DOWN, (text) => void received.push(`down ${text}`));
  const [up, down] = [makeSender(node, UP), makeSender(node, DOWN)];
  up("1");
  down("2");
  up("3");
  assert.deepEqual(received, ["up 1", "down 2", "up 3"]);
});

test("a message that is sent while a message of its kind is being delivered is delivered", () => {
  const node = makeNode();
  const say = makeSender(node, DOWN);
  /** @type {string[]} */
  const received = [];
  onMessage(node, DOWN, (text) => {
    received.push(text);
    if (text === "outer") say("inner");
  });
  say("outer");
  say("after");
  assert.deepEqual(received, ["outer", "inner", "after"]);
});

test("a large text is released with its message", () => {
  const node = makeNode();
  let length = 0;
  onMessage(node, UP, (text) => (length = text.length));
  makeSender(node, UP)("x".repeat(100_000));
  assert.equal(length, 100_000);
  assert.equal(Reflect.get(node, "data"), "");
});
