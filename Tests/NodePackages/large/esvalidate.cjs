// The command esvalidate, whose status says that a file is not valid.
// status: 1
// options: --allow files.* --folder out=out:rw
const { writeFileSync } = require("fs");
writeFileSync("out/good.js", "let a = 1;\n"); writeFileSync("out/bad.js", "let a = ;\nvar 1;\n"); writeFileSync("out/strict.js", "'use strict'; var x = 010; with (a) b;\n");
process.argv.push("--format=plain", "out/good.js", "out/bad.js", "out/strict.js");
require("esprima/bin/esvalidate.js");
