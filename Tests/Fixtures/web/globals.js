// What addresses answer, as lines of text: a page of WebKit's and an embedded runtime are to say the same. It is a script,
// so that either can take it as it is.
//
// Left out is where WebKit 2.50 goes ways of its own: the origin of files, their drives behind a host and their hosts that
// are set, backslashes and dots with a percent sign in schemes that are not special. url.test.js of the runtime says what holds there.

const shown = (value) => JSON.stringify(value) ?? String(value);
const outcome = (make) => {
  try {
    return shown(make());
  } catch (error) {
    return error.name;
  }
};

const members = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
const partsOf = (url) => [...members.map((member) => (url.protocol === "file:" && member === "origin" ? "" : url[member])), String(url.searchParams)];
const addressLine = (input, base) =>
  `${shown(input)} on ${shown(base)}: ${outcome(() => partsOf(base === undefined ? new URL(input) : new URL(input, base)))}`;

const bases = [
  undefined, "http://user:pass@example.org:8080/a/b/c?d=e#f", "https://h/", "file:///C:/a/b", "file://host/x/y", "foo://h:1/a/../b?q",
  "foo:/a/b", "foo:a b", "mailto:x@y", "data:text/plain,x", "about:blank", "blob:https://a:8443/1", "ws://w", "javascript:1", "nothing",
];
const addresses = [
  "", "#", "?", "/", "//", "///", "////x/y", "\\", "\\\\h\\p", ".", "..", "../..", "./a", "a/./b/../c", "%2e", "%2E%2e/x", ".%2e", "a b", "a?b c#d e",
  "http:", "http:a", "http:/a", "http://", "http:///a", "http:\\\\a\\b", "HTTPS://EXAMPLE.org:443/", "http://a:80", "http://a:081", "http://a:65535",
  "http://a:65536", "http://a:-1", "http://a: 1", "http://a:b", "http://a:", "http://:80", "http://@a", "http://a@", "http://a@b@c", "http://u:p:q@h",
  "http://:@h", "http://u:@h", "http://[::1]:80/", "http://[::1", "http://[::1]x", "http://[1:2:3:4:5:6:7:8]", "http://[1::8]", "http://[::127.0.0.1]",
  "http://[::ffff:1.2.3.256]", "http://[1:0:0:2:0:0:0:3]", "http://[0:0::0:0]", "http://[12345::]", "http://[::1::]", "http://[:1]", "http://[1:]",
  "http://1", "http://1.2", "http://1.2.3.4.5", "http://0x7f.1", "http://0300.1", "http://256.1.1.1", "http://1.1.1.256", "http://4294967295",
  "http://4294967296", "http://1..2", "http://1.2.3.", "http://09", "http://a.09", "http://0x", "http://0xg", "http://1.0x", "http://.1", "http://%31%2E1",
  "http://ex%41mple", "http://a%00b", "http://a b", "http://a<b", "http://a%3Ab", "http://\u00ad", "http://\u00e9\u4e2d.\uff45x", "http://fa\u00df.de",
  "http://\u0130.x", "http://a\u3002b\uff0ec", "http://xn--fsq.x", "http://\u200b", "http://\ud800", "foo://\u00e9/", "foo://a b", "foo://A%41[", "foo://[::1]:9/x",
  "foo://h", "foo://h?q", "foo:///", "foo://", "foo:/..//x", "foo:/.//x", "foo:a/../b", "foo:?q", "foo:#f", "foo: x", "foo:\u00e9<>\"`", "foo:/\u00e9<>\"`{}|",
  "file:", "file:x", "file:/x", "file://x", "file:////x", "file:///C|/x/..", "file:C:/..", "file:/C:/../..", "file://localhost/x",
  "file://C:/x", "file:///..", "file:C|", "C|/x", "C:", "/C:/x", "file://h:1", "file://u@h", "file:?q", "file:#f", "ws://x:80", "wss://x:443", "ftp://x:21/;a",
  "javascript:alert(1)", "mailto:a@b?subject=x y", "data:,a b", "data:,a ?b", "blob:http://a/b", "blob:x", "blob:blob:https://a", "urn:a:b", "1http://a", "a1+-.:b", "-a:b",
  " \t\n http://a\tb\n/c\r \0", "http://a/ \u0000x", "ht\ntp://a", "http://a/%zz%", "http://a/'\"?'\"#'\"", "foo:x?'#'", "http://a/\u{1f600}?\u{1f600}#\u{1f600}",
  "http://a/\ud800?\udc00", "http://a/b;c=d,e", "//x:1/y", "/x", "?x", "#x", "x:y", "http://a?b", "http://a#b", "http://a/b?", "http://a/b#", "http://a/b?#",
  "https:x", "https:/x", "https:\\x", "http:?x", "http:#x", "HTTP:..", "/..//..", "/a/.%2E/b", "//\\a", "\\/a", "https:////\\\\a", "http://a/^?^#^",
];

function listed() {
  const isOwnWay = (input, base) => input.includes("\\") && /^(?:foo|mailto|data|blob|about|javascript)/.test(base);
  return addresses.flatMap((input) => bases.filter((base) => !isOwnWay(input, base)).map((base) => addressLine(input, base)));
}

const pieces = [
  "http:", "https:", "file:", "ws:", "//", "/", "\\", "?", "#", "@", ":", "..", ".", "%2e", "%", "[", "]", "::", "1", "0x1", "256", "80", "a", "B",
  "C|", "C:", "example.org", "\u00e9", "\t", " ", "'", "\"", "<", "|", "{", "&", "=", "+", "%41", "%e9", "localhost", "user", "\u{1f600}", ";", ",", "~", "`", "^",
];

/** @param {number} seed @param {number} count */
function ofChance(seed, count) {
  const next = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return Array.from({ length: count }, () => {
    let input = "";
    for (let length = 1 + next() * 8; length > 0; length -= 1) input += pieces[Math.floor(next() * pieces.length)];
    return addressLine(input, bases[Math.floor(next() * 5)]);
  });
}

function changed() {
  const urls = ["http://u:p@h:81/a/b?c#d", "https://h/", "file://h/x", "foo://u@h:1/", "foo:opaque?q#f", "ws://x/"];
  const values = [
    "", "x", "https", "http:", "file:", "foo", "ws:x", "1a", "a b", "\u00e9", "h2:82", "h2:", ":82", "[::1", "1.2", "99999", "82x", "x82", "80", "443", "/", "//",
    "a/../b", "\\x", "?q", "??", "#f", "##", "?a=b&c", "a:b@c", "\th\n", "h/p", "h?p", "h#p", "h\\p", "..", "%2e", "'\"<>", " ", "h%41", "localhost",
  ];
  const lines = [];
  for (const href of urls) for (const member of members) for (const value of values) {
    if (member === "origin" || (member.startsWith("host") && href.startsWith("file:"))) continue;
    const line = outcome(() => {
      const url = new URL(href);
      url[member] = value;
      return partsOf(url);
    });
    lines.push(`${href} ${member} = ${shown(value)}: ${line}`);
  }
  return lines;
}
