// The command js-yaml.
// packages: js-yaml
// options: --allow files.* --folder out=out:rw
const { writeFileSync } = require("fs");
writeFileSync("out/a.yaml", "a: &x [1, 2, {b: c}]\nd: *x\ne: |\n  text\n  more\nf: 2020-01-02\n");
process.argv.push("--compact", "out/a.yaml");
require("./node_modules/js-yaml/bin/js-yaml.js");
