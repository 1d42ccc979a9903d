// The command lessc, whose status says that a sheet is not valid.
// status: 1
// options: --allow files.* --folder out=out:rw
const { writeFileSync } = require("fs");
writeFileSync("out/lib.less", ".round(@r: 3px) { border-radius: @r; }\n@colour: #336699;\n"); writeFileSync("out/bad.less", "@import 'lib';\n.a { .round(1px + 2); color: darken(@colour, 10%); .missing(); }\n");
process.argv.push("out/bad.less");
process.stderr.write = (text) => { process.stdout.write(String(text).replaceAll(process.cwd(), "")); return true; }; console.error = (...given) => console.log(...given.map((text) => String(text).replaceAll(process.cwd(), "")));
require("less/bin/lessc");
