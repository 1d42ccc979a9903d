import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../../web/url/parser.js";
import { serialize } from "../../web/url/record.js";
import { matchReference, splitPath } from "../../web/url/simple.js";

const bases = [
  "https://example.org", "http://example.org/a/b", "https://example.org/a/b/", "wss://h.example:81/x//y?query#fragment",
  "https://1.2.3.4/one", "https://example.org/?", "https://example.org/a/..b/c", "file:///a/b", "data:,x", "https://example.org/a b",
];

const href = (record) => record && serialize(record);

/** The result of the parser, without the short way. */
const parsed = (text, base) => {
  const record = parse(base, null);
  return record && href(parse(text, record));
};

/** The result of the short way, which is also given a path of segments. */
const matched = (text, base) => {
  const record = matchReference(text, base);
  if (record === undefined) return undefined;
  const result = href(record);
  splitPath(record);
  assert.equal(href(record), result);
  return result;
};

test("usual references need no parser, and have its result", () => {
  const usual = ["", "x", "x/y.html", "../x?y=1", "./x", "../../x", "/x/y", "?q", "#f", "x?q#f", "/", "../", "./", "/x//y", "../../../../x", "a@b", "https://other.example/x"];
  for (const base of bases.slice(0, 6)) {
    for (const text of usual) assert.equal(matched(text, base), parsed(text, base), `${text} at ${base}`);
  }
});

test("whatever the short way accepts has the parser's result", () => {
  let seed = 5;
  const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const parts = [
    ".", "..", "/", "/", "./", "../", "a", "b.c", "?", "#", ":", "@", "%2e", "%2E.", "%41", "\\", " ", "\t", "|", "[", "'", "\"", "\u00e9",
    "http:", "https://", "c|", "c:", "=", "xn--a", ";", "..a", ".a", "~",
  ];
  let accepted = 0;
  for (let i = 0; i < 60_000; i++) {
    const text = Array.from({ length: 1 + random(6) }, () => parts[random(parts.length)]).join("");
    const base = bases[random(bases.length)];
    const result = matched(text, base);
    if (result === undefined) continue;
    accepted += 1;
    assert.equal(result, parsed(text, base), `${JSON.stringify(text)} at ${base}`);
  }
  assert.ok(accepted > 5_000, `${accepted} accepted`);
});
