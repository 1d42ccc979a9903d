import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nearest } from "../../client/suggest.js";

const samples = JSON.parse(readFileSync(new URL("../../../Tests/Fixtures/suggestions.json", import.meta.url), "utf8"));

test("the suggestion for each name of the fixture, which the Swift tests read as well, is the expected one", () => {
  assert.ok(samples.length > 30);
  for (const { name, candidates, expected } of samples) {
    for (const known of [candidates, candidates.toReversed?.() ?? [...candidates].reverse()]) {
      assert.equal(nearest(name, (visit) => known.forEach(visit)) ?? null, expected, `${name} among ${known}`);
    }
  }
});

/** The number of edits by the whole table, without an end before the last row. */
const editsBetween = (left, right) => {
  const table = [...left, ""].map((_, row) => [...right, ""].map((_, column) => (row === 0 ? column : column === 0 ? row : 0)));
  for (let row = 1; row <= left.length; row += 1) {
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      table[row][column] = Math.min(table[row - 1][column - 1] + (isSame ? 0 : 1), table[row - 1][column] + 1, table[row][column - 1] + 1);
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        table[row][column] = Math.min(table[row][column], table[row - 2][column - 2] + 1);
      }
    }
  }
  return table[left.length][right.length];
};

test("the nearest is the one with the fewest edits, and of several the first by the alphabet", () => {
  let seed = 1;
  const random = (count) => {
    seed = (seed * 48271) % 0x7fffffff;
    return seed % count;
  };
  const word = () => Array.from({ length: random(13) }, () => "aabc."[random(5)]).join("");
  for (let round = 0; round < 2000; round += 1) {
    const name = word();
    const known = Array.from({ length: 6 }, word);
    const most = name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3));
    const near = known.filter((other) => editsBetween(name, other) <= most);
    const [expected] = near.sort((a, b) => editsBetween(name, a) - editsBetween(name, b) || (a < b ? -1 : a > b ? 1 : 0));
    assert.equal(nearest(name, (visit) => known.forEach(visit)), expected, `${name} among ${known}`);
  }
});
