// Parses, traverses and prints a large library.
const { parse } = require("@babel/parser");
const traverse = require("@babel/traverse").default;
const generate = require("@babel/generator").default;
const text = require("fs").readFileSync("node_modules/lodash/lodash.js", "utf8");
const tree = parse(text, { tokens: true, ranges: true });
const counts = {};
const bindings = [];
traverse(tree, { enter(path) { counts[path.type] = (counts[path.type] ?? 0) + 1; }, Function(path) { if (path.node.params.length > 4) bindings.push([path.node.id?.name, Object.keys(path.scope.bindings).length]); } });
console.log(counts, bindings, tree.tokens.length, tree.comments.length);
const printed = generate(tree, { compact: true, comments: false }).code;
console.log(printed.length, printed);
