import assert from "node:assert/strict";
import { test } from "node:test";
import { OpenMap } from "../../client/open-map.js";

test("an entry is found while a hundred thousand others are added and removed", () => {
  const open = new OpenMap();
  open.set("first", -1);
  for (let id = 0; id < 100_000; id += 1) {
    open.set(id, id * 2);
    if (id >= 300) assert.equal(open.delete(id - 300), true);
  }
  assert.equal(open.size, 301);
  assert.equal(open.get("first"), -1);
  assert.equal(open.get(99_999), 199_998);
  assert.equal(open.has(99_699), false);
  const ids = [];
  open.forEach((value, id) => ids.push([id, value]));
  assert.deepEqual(ids.slice(0, 2), [["first", -1], [99_700, 199_400]]);
  open.clear();
  assert.equal(open.size, 0);
});

test("a map that is added to during forEach is visited to its end", () => {
  const open = new OpenMap();
  for (let id = 0; id < 4096; id += 1) open.set(id, id);
  let seen = 0;
  open.forEach((_, id) => {
    seen += 1;
    if (id === 0) open.set("late", 0);
    open.delete(id);
  });
  assert.equal(seen, 4096);
  assert.equal(open.size, 1);
});
