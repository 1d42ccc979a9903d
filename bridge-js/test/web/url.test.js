import assert from "node:assert/strict";
import { test } from "node:test";
import { URL as OurURL, URLSearchParams as OurParams } from "../../web/url/url.js";
import { Runtime } from "../support/runtime.js";

// GlobalsTests of CausewayWebKitTests compares thousands of addresses with those that a page of WebKit parses.

test("addresses are parsed as the standard requires, where engines differ", () => {
  const rows = [
    ["../x?y#z", "https://u:p@Example.org:443/a/b/c", "https://u:p@example.org/a/x?y#z"], ["//h\\p", "http://x/y", "http://h/p"], ["http://0x7f.1", undefined, "http://127.0.0.1/"],
    ["http://[1:0:0:2:0:0:0:3]", undefined, "http://[1:0:0:2::3]/"], ["http://a b", undefined, null], ["http://a:65536", undefined, null], ["http://1.2.3.4.5", undefined, null],
    [" ht\ntp://a\tb/c d \0", undefined, "http://ab/c%20d"], ["http://%65x/%65x", undefined, "http://ex/%65x"], ["x", undefined, null], ["http://a@b@c", undefined, "http://a%40b@c/"],
    ["..", "foo://h:1/a/../b?q", "foo://h:1/"], ["//", "foo:/a", "foo://"], ["/.%", "foo:/a/b", "foo:/.%"], ["\\x", "foo:/a/b", "foo:/a/\\x"],
    ["#f", "data:a?b", "data:a?b#f"], ["", "data:a", null], ["?q", "data:a", null], ["x", "mailto:a", null], ["a^?^#^", "http://h", "http://h/a%5E?^#^"],
    ["data:a ?b", undefined, "data:a%20?b"], ["data:a  #b", undefined, "data:a %20#b"], ["data:a ", undefined, "data:a"], ["foo:/..//x", undefined, "foo:/.//x"],
    ["file://h/C|/x", undefined, "file://h/C:/x"], ["file:C|/..", undefined, "file:///C:/"], ["/..", "file:///C:/a", "file:///C:/"], ["file:///a/../C|", undefined, "file:///C:"],
    ["http://xn--", undefined, null], ["http://a.xn--pokxncvks", undefined, null], ["http://xn--a", undefined, null], ["http://XN--ZCA.x", undefined, "http://xn--zca.x/"], ["blob:ftp://h/x", undefined, "blob:ftp://h/x"],
  ];
  for (const [input, base, expected] of rows) assert.equal(OurURL.parse(input, base)?.href ?? null, expected, `${input} on ${base}`);
  assert.deepEqual(["blob:http://h:80/x", "blob:ftp://h/x", "file:///x", "foo://h", "wss://h:443"].map((url) => new OurURL(url).origin), ["http://h", "null", "null", "null", "wss://h"]);
});

test("a malformed part has no effect", () => {
  const rows = [
    ["http://h:81/", "port", "h2:82", "http://h:81/"], ["http://h:81/", "port", "82x", "http://h:82/"], ["http://h:81/", "port", "", "http://h/"], ["http://h:81/", "port", "65536", "http://h:81/"],
    ["https://h/", "hostname", "[::1]:9", "https://h/"], ["https://h/", "host", "[::1]:9", "https://[::1]:9/"], ["https://h/", "host", "", "https://h/"], ["foo://u@h/", "host", "", "foo://u@h/"],
    ["foo://h/", "host", "", "foo:///"], ["file:///x", "host", "h:1", "file:///x"], ["file://h/x", "host", "localhost", "file:///x"], ["file:///C:/x", "hostname", "h", "file://h/C:/x"],
    ["file://h/", "protocol", "http", "http://h/"], ["file:///", "protocol", "http", "file:///"], ["http://u@h/", "protocol", "file", "http://u@h/"], ["http://h/", "protocol", "foo", "http://h/"],
    ["http://h:443/", "protocol", "https:x", "https://h/"], ["foo:/a", "pathname", "//x", "foo:/.//x"], ["foo:/.//a", "host", "h", "foo://h//a"], ["foo:a", "pathname", "b", "foo:a"],
    ["file://h/x", "pathname", "C|", "file://h/C:"], ["foo://h", "pathname", "", "foo://h"], ["foo:/x", "pathname", "", "foo:/"], ["http://h", "pathname", "?#", "http://h/%3F%23"],
    ["file:///x", "username", "u", "file:///x"], ["http://h", "password", "a:b", "http://:a%3Ab@h/"], ["http://h?x", "search", "", "http://h/"], ["http://h?x", "search", "?", "http://h/?"],
    ["http://h#x", "hash", "#", "http://h/#"], ["data:a #x", "hash", "", "data:a%20"], ["http://h", "search", "'", "http://h/?%27"], ["foo://h", "search", "'", "foo://h?'"],
  ];
  for (const [href, member, value, expected] of rows) {
    const url = new OurURL(href);
    url[member] = value;
    assert.equal(url.href, expected, `${href} ${member} = ${value}`);
  }
  const url = new OurURL("http://h");
  assert.throws(() => (url.href = "x"), TypeError);
  assert.equal(url.href, "http://h/");
  assert.throws(() => new OurURL(), TypeError);
  assert.throws(() => new OurURL("/x"), { name: "TypeError", message: '"/x" is not a valid URL' });
  assert.throws(() => new OurURL("//", "http://x"), { message: '"//" is not a valid URL, nor relative to "http://x"' });
});

test("parameters are read, changed and written as in Node", () => {
  const inits = [
    undefined, "", "?", "?a=1&b=2&a=3", "a+b=c%20d&%zz=%41", "&&a&=b&c==d", "\u00e9=\u{1f600}&\ud800", [["a", "1"], ["b", 2]], { a: 1, b: null }, new Map([["x", "y"]]),
    { "\ud800": 1, "\ufffd": 2, z: "~!'()*-._ +&=" }, [], [["a"]], [["a", "b", "c"]], [1], 5, "\ufeffa=1",
  ];
  const uses = [
    (p) => p.append("a", "\u00e9 &"), (p) => p.delete("a"), (p) => p.delete("a", "1"), (p) => p.delete("a", undefined), (p) => p.set("a", "9"), (p) => p.set("new", ""), (p) => p.sort(),
    (p) => [p.get("a"), p.getAll("a"), p.has("a"), p.has("a", "3"), p.get("none"), p.size], (p) => [[...p], [...p.keys()], [...p.values()], [...p.entries()]],
    (p) => { const seen = []; p.forEach(function (value, name, all) { seen.push([value, name, all === p, this.me]); }, { me: 1 }); return seen; },
    (p) => { const seen = []; for (const [name] of p) { seen.push(name); p.delete(name); } return seen; }, (p) => p.append("a"), (p) => p.forEach(1), (p) => p.keys()[Symbol.toStringTag],
  ];
  for (const init of inits) {
    for (const use of uses) {
      const [ours, theirs] = [OurParams, URLSearchParams].map((Class) => {
        try {
          const params = init === undefined ? new Class() : new Class(init);
          return [use(params), params.toString()];
        } catch (error) {
          return error.name;
        }
      });
      assert.deepEqual(ours, theirs, `${JSON.stringify(init)} ${use}`);
    }
  }
  assert.equal(new OurParams(null).toString(), "null=");
  const sorted = new OurParams("\u{1f308}=a&\ufb03=b&z=1&a=2&z=0");
  sorted.sort();
  assert.equal(sorted.toString(), new URLSearchParams("a=2&z=1&z=0&\u{1f308}=a&\ufb03=b").toString());
});

test("a change of a URL changes its parameters, and the reverse", () => {
  const url = new OurURL("http://h/?a=1#f");
  const { searchParams } = url;
  assert.equal(searchParams, url.searchParams);
  searchParams.append("b", "2 3");
  assert.equal(url.href, "http://h/?a=1&b=2+3#f");
  url.search = "?c=%41";
  assert.deepEqual([...searchParams], [["c", "A"]]);
  url.href = "http://h/?d";
  assert.deepEqual([...searchParams], [["d", ""]]);
  searchParams.delete("d");
  assert.equal(url.href, "http://h/");
});

test("parse and canParse agree with the constructor", () => {
  assert.deepEqual([OurURL.canParse("http://a"), OurURL.canParse("x"), OurURL.canParse("x", "http://a"), OurURL.canParse("x", "y")], [true, false, true, false]);
  assert.equal(OurURL.parse("x"), null);
  assert.equal(OurURL.parse("../x", "http://a/b/c").href, "http://a/x");
  assert.ok(OurURL.parse("http://a") instanceof OurURL);
  assert.equal(JSON.stringify({ url: new OurURL("http://a") }), '{"url":"http://a/"}');
});

test("names of other scripts are converted to ASCII, and refused where they are misleading", () => {
  const host = (name) => OurURL.parse(`https://${name}/`)?.host ?? null;
  const names = [
    ["B\u00fccher.example", "xn--bcher-kva.example"], ["fa\u00df.de", "xn--fa-hia.de"], ["\u0395\u03bb\u03bb\u03ac\u03c2.gr", "xn--hxarsa0b.gr"], ["\u65e5\u672c\u8a9e\uff0e\uff2a\uff30", "xn--wgv71a119e.jp"],
    ["\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com", "xn--mgba3gch31f060k.com"], ["a\u00adb.c", "ab.c"], ["\u2122.x", "tm.x"], ["a\u0308.x", "xn--4ca.x"], ["XN--Bcher-KVA.example", "xn--bcher-kva.example"],
    ["a\u200db\u00e9", null], ["\u0301a", null], ["\u064aa", null], ["\u2488com", null], ["a\u202eb", null], ["\ufffd", null], ["\u00e9.xn--a", null], ["\u00e9.xn--zca", "xn--9ca.xn--zca"],
    // The hyphen of another direction, numbers of two kinds, and ends that are no letters: RFC 5893.
    ["look\u05beout.net", null], ["\u05d00\u0660", null], ["\u05d0-", null], ["0\u05d0", null], ["\u05d0\u0308", "xn--ssa73l"], ["\u05d01\u05d0", "xn--1-zhcb"], ["1.\u064a", "1.xn--mhb"], ["\u064a.1", null],
    ["xn--mhb.1", null], ["xn--a-yoc", null], ["xn--1ug.example", null], ["xn--a.xn--zca", null], ["xn--ls8h=", null], ["xn--te\u0161la", null], ["xn--zn7c.com", null], ["x..\u00df", "x..xn--zca"], ["a\u2020--", "xn--a---kp0a"],
    ["a\u094d\u200db", "xn--ab-fsf014u"], ["a\u0308\u200db", null], ["\u0627\u200c\u0628", null], ["\u0628\u200cb", null], ["\u03f9\u03c2", "xn--3xab"], ["\uab70", "xn--58d"], ["a\u200eb", null], ["a\u2066b", null], ["\u31ef", null],
  ];
  for (const [name, expected] of names) assert.equal(host(name), expected, name);
  // The mapping leaves its own result unchanged.
  for (const [, name] of names) if (name !== null) assert.equal(host(name), name);
});

test("a URL is printed with its parts, and its parameters with their names", () => {
  const runtime = new Runtime();
  runtime.run('console.log(new URL("http://h/?a=1&b=2&a=3"))');
  assert.match(runtime.lines.join("\n"), /^URL \{\n {2}href: 'http:\/\/h\/\?a=1&b=2&a=3',\n {2}origin: 'http:\/\/h',/);
  assert.match(runtime.lines.join("\n"), /searchParams: URLSearchParams \{ 'a' => '1', 'b' => '2', 'a' => '3' \}/);
});

test("parameters, forms and decoders are printed as Node prints them", () => {
  const form = "(() => { const form = new FormData(); for (const pair of [['a', '1'], ['b', '2'], ['a', '3']]) form.append(...pair); return form; })()";
  const long = "x".repeat(90);
  const rows = [
    ["new URLSearchParams()", "URLSearchParams {}"], ["new URLSearchParams('a=1&a=2')", "URLSearchParams { 'a' => '1', 'a' => '2' }"],
    [`new URLSearchParams('a=${long}&b=1')`, `URLSearchParams {\n  'a' => '${long}',\n  'b' => '1' }`],
    ["[new URLSearchParams('__proto__=1')]", "[ URLSearchParams { '__proto__' => '1' } ]"],
    [form, "FormData { a: [ '1', '3' ], b: '2' }"], ["new FormData()", "FormData {}"],
    ["new TextDecoder('utf-16le', { fatal: true })", "TextDecoder { encoding: 'utf-16le', fatal: true, ignoreBOM: false }"],
  ];
  for (const [source, expected] of rows) {
    const runtime = new Runtime();
    runtime.run(`console.log(${source})`);
    assert.equal(runtime.lines.join("\n"), expected, source);
  }
});

test("URLs that look simple are what Node makes of them", () => {
  const runtime = new Runtime();
  const members = ["href", "origin", "protocol", "host", "hostname", "port", "pathname", "search", "hash", "username"];
  const describe = runtime.run(`(text, base, change) => {
    try {
      const url = base === undefined ? new URL(text) : new URL(text, base);
      if (change !== undefined) url[change[0]] = change[1];
      return ${JSON.stringify(members)}.map((name) => url[name]).join(" | ");
    } catch (error) { return error.name; }
  }`);
  const expected = (text, base, change) => {
    try {
      const url = new URL(text, base);
      if (change !== undefined) url[change[0]] = change[1];
      return members.map((name) => url[name]).join(" | ");
    } catch (error) {
      return error.name;
    }
  };
  let seed = 1;
  const pick = (list) => list[(seed = (seed * 48271) % 2147483647) % list.length];
  const schemes = ["http", "https", "ws", "wss", "HTTP", "ftp", "file", "foo"];
  const hosts = ["example.org", "a.b-c.d_e.io", "localhost", "127.0.0.1", "1.2.3", "256.1.1.1", "1.2.3.4.5", "a.1", "a.0x1", "01.2.3.4", "xn--a", "a.xn--mnchen-3ya.de",
    "Example.ORG", "a..b", "a.", ".", "", "a%41", "[::1]", "a b", "-a-", "a--b", "m\u00fcnchen.de", "user@a", "0", "a.b.c1"];
  const ports = ["", ":80", ":443", ":8080", ":65535", ":65536", ":080", ":", ":a", ":0", ":99999"];
  const paths = ["", "/", "/a", "/a/b.html", "/a/../b", "/./a", "/%2e%2E/a", "/.well-known", "/a/%2", "/a//b", "/a'b", "/a|b", "/a\\b", "/a b", "/\u00e9", "/[x]", "/a{b}", "/C:/x", "/%zz"];
  const queries = ["", "?", "?a=b&c", "?a'b", "?a b", "?\u00e9", "?{`^|}", "?a?b", '?"', "?a\\b"];
  const fragments = ["", "#", "#a", "#a b", "#`", "#a#b", "#<", "#'{}|^", "#\u00e9"];
  const changes = [["pathname", "x/../y"], ["search", "q=1"], ["hash", "z"], ["host", "other:81"], ["hostname", "other"], ["port", "99"], ["port", ""], ["protocol", "ftp"],
    ["username", "me"], ["href", "http://b/c?d"], ["search", ""], ["hash", ""]];
  const references = ["", "x", "../x", "/x/y", "//other/z", "?q", "#f", "./", "http:y", "https://full/a/b"];
  for (let i = 0; i < 6000; i++) {
    const text = `${pick(schemes)}://${pick(hosts)}${pick(ports)}${pick(paths)}${pick(queries)}${pick(fragments)}`;
    const change = i % 2 === 0 ? pick(changes) : undefined;
    assert.equal(describe(text, undefined, change), expected(text, undefined, change), `${text} ${change}`);
    const reference = pick(references);
    // Node 20 forgets that the base has an empty query.
    if ((reference === "" || reference === "#f") && /\?(?:#|$)/.test(text)) continue;
    assert.equal(describe(reference, text), expected(reference, text), `${reference} ${text}`);
  }
  const params = runtime.run("(text) => { const url = new URL(text); url.searchParams.append('k', 'v'); url.pathname += '/e'; return url.href; }");
  assert.equal(params("https://a.b/c/d?e=f#g"), "https://a.b/c/d/e?e=f&k=v#g");
});
