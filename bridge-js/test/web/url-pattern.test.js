import assert from "node:assert/strict";
import { test } from "node:test";
import { URLPattern } from "../../web/url/pattern/url-pattern.js";

test("a pattern's groups are those of the path", () => {
  const pattern = new URLPattern({ pathname: "/books/:id{/pages/:page}?" });
  const result = pattern.exec("https://example.org/books/42/pages/7?x=1");
  assert.deepEqual(result?.pathname.groups, { id: "42", page: "7" });
  assert.deepEqual(pattern.exec("https://example.org/books/42")?.pathname.groups, { id: "42", page: undefined });
  assert.equal(pattern.exec("https://example.org/books/"), null);
  assert.equal(pattern.test("no URL"), false);
});

test("a pattern that is written like a URL is divided at its components", () => {
  const pattern = new URLPattern("https://*.example.org:8080/a/(b|c)\\?q=:value#end");
  const { protocol, hostname, port, pathname, search, hash, hasRegExpGroups } = pattern;
  assert.deepEqual(
    [protocol, hostname, port, pathname, search, hash, hasRegExpGroups],
    ["https", "*.example.org", "8080", "/a/(b|c)", "q=:value", "end", true]);
});

test("a malformed pattern is a TypeError that names the place", () => {
  for (const [pathname, complaint] of [
    ["/:", /a colon is not followed by a name at 1 of "\/:"/], ["/(a", /is not closed/], ["/()", /is empty/], ["/(?a)", /begins with/],
    ["/(é)", /non-ASCII/], ["/{a", /a group is not closed/], ["/a}", /unexpected character at 2/], ["/:a/:a", /named "a"/], ["\\", /followed by nothing/],
    ["/([)", /malformed/], ["/((a))", /not \(\?:\)/],
  ]) {
    assert.throws(() => new URLPattern({ pathname }), (error) => error instanceof TypeError && complaint.test(error.message), pathname);
  }
  assert.throws(() => new URLPattern("/relative"), /no protocol, and there is no base URL/);
  assert.throws(() => new URLPattern({}, "https://example.org"), /baseURL/);
});

test("what a page defines on Object.prototype is in no pattern", () => {
  Object.defineProperty(Object.prototype, "port", { value: "1", configurable: true, writable: true });
  try {
    const pattern = new URLPattern("https://example.org/a");
    assert.equal(pattern.port, "");
    assert.equal(new URLPattern("/a", "https://example.org").port, "");
    assert.equal(pattern.test("https://example.org/a"), true);
  } finally {
    delete Object.prototype.port;
  }
});

test("the input of a result is a plain object", () => {
  const [input] = new URLPattern().exec({ pathname: "/a" }).inputs;
  assert.deepEqual(input, { pathname: "/a" });
  assert.equal(Object.getPrototypeOf(input), Object.prototype);
});
