// The command handlebars precompiles templates.
// options: --allow files.* --folder out=out:rw
const { writeFileSync } = require("fs");
writeFileSync("out/page.handlebars", "<h1>{{title}}</h1>{{#each items}}{{> row}}{{/each}}"); writeFileSync("out/row.handlebars", "<li>{{name}}</li>");
process.argv.push("out/page.handlebars", "out/row.handlebars", "--commonjs", "handlebars");
require("handlebars/bin/handlebars");
