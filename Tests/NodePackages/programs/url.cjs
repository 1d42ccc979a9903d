const ported = require("url/");
const builtIn = require("url");
const parseUrl = require("url-parse");
for (const url of [ported, builtIn]) console.log(url.resolve("http://a.com/b/c/d?x", "../e"), url.parse("http://u:p@h.com:80/p/a?q=1#f", true).query.q, url.format({ protocol: "https", host: "x.y", pathname: "/z", query: { a: 1 } }), url.parse("mailto:a@b.c").host);
console.log(parseUrl("http://a.b/c?d=e", true).query, builtIn.fileURLToPath("file:///a%20b"), builtIn.pathToFileURL("/a b#").href);
