// The command terser.
// options: --allow files.* --folder out=out:rw
const { copyFileSync, readFileSync } = require("fs");
copyFileSync("node_modules/underscore/underscore.js", "out/in.js");
process.argv.push("out/in.js", "--compress", "--mangle", "--output", "out/out.js", "--source-map", "url=out.js.map");
process.on("exit", () => { const text = readFileSync("out/out.js", "utf8"); console.log(text.length, text, readFileSync("out/out.js.map", "utf8").length); });
require("terser/bin/terser");
