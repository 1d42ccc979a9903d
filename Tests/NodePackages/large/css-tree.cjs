// Parses, validates and prints the sheet of Bootstrap.
const csstree = require("css-tree");
const sheet = require("fs").readFileSync("node_modules/bootstrap/dist/css/bootstrap.css", "utf8");
const errors = [];
const tree = csstree.parse(sheet, { positions: true, onParseError: (error) => errors.push(error.message) });
const counts = {};
const invalid = [];
csstree.walk(tree, (node) => { counts[node.type] = (counts[node.type] ?? 0) + 1; if (node.type === "Declaration") { const { error } = csstree.lexer.matchProperty(node.property, node.value); if (error) invalid.push(`${node.loc.start.line}: ${node.property}: ${error.message.split("\n")[0]}`); } });
console.log(errors, counts, invalid);
console.log(csstree.generate(tree));
console.log(JSON.stringify(csstree.toPlainObject(csstree.parse("a:not(.b > c)::before{width:calc(1px + 2%)!important}@media (min-width:1px) and print{d{}}"))));
