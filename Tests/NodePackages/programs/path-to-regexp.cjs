const { pathToRegexp, compile, match, parse } = require("path-to-regexp");
const keys = [];
const expression = pathToRegexp("/users/:id(\\d+)/:name?/(.*)", keys);
console.log(expression.source, keys, expression.exec("/users/5/ana/rest/of"), pathToRegexp("/a", undefined, { end: false, sensitive: true }).test("/A/b"), pathToRegexp(["/x", "/y/:z"]).exec("/y/1"));
console.log(compile("/a/:b/:c*", { encode: encodeURIComponent })({ b: "x y", c: ["1", "2"] }), match("/:a-:b", { decode: decodeURIComponent })("/%C3%BC-z"), parse("/icon-:foo(\\d+).png"));
for (const bad of ["/:", "/(", "/:a(?:x)(", "/{a"]) try { pathToRegexp(bad); } catch (error) { console.log(error.name, error.message); }
try { compile("/:a(\\d+)")({ a: "x" }); } catch (error) { console.log(error.message); }
