const minimatch = require("minimatch");
console.log(minimatch("a/b/c.js", "a/**/*.js"), minimatch.match(["x.js", "y.css", ".z.js"], "*.{js,css}"), minimatch.makeRe("[a-c]?(x)").source, minimatch("A", "a", { nocase: true }));
