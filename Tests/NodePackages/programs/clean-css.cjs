const CleanCSS = require("clean-css");
const output = new CleanCSS({ level: 2 }).minify("a { color: #ff0000; color: red } .b, .c { margin: 0px 0px 0px 0px; } @media screen { .b { top: 0 } }");
console.log(output.styles, output.errors, output.warnings, output.stats.originalSize);
new CleanCSS({ returnPromise: true }).minify("a{b:c").then((result) => console.log(result.styles, result.warnings));
