// Minifies large libraries and reports a syntax error.
const { minify } = require("uglify-js");
const { readFileSync } = require("fs");
for (const name of ["node_modules/underscore/underscore.js", "node_modules/jquery/dist/jquery.js"]) {
  const { code, error, warnings } = minify({ [name.split("/").at(-1)]: readFileSync(name, "utf8") }, { warnings: "verbose", compress: { passes: 1 }, output: { max_line_len: 200 } });
  console.log(name, error, code.length, warnings?.length, code);
}
console.log(minify("function f( { return 1 }").error.message, minify("var x = 08; 'use strict'; with(a) b").code, Object.entries(minify({ a: "var a = 1 +;" }).error));
