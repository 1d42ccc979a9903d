const micromatch = require("micromatch");
const picomatch = require("picomatch");
console.log(micromatch(["foo", "bar", "baz/qux.js"], ["b*", "**/*.js", "!bar"]), micromatch.makeRe("*.{a,b}").source, picomatch("**/!(x)*.js")("a/y.js"), picomatch.scan("!./foo/*.js").glob, micromatch.braces("{1..3}", { expand: true }));
