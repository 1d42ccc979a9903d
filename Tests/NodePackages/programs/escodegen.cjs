const esprima = require("esprima");
const estraverse = require("estraverse");
const escodegen = require("escodegen");
const tree = esprima.parseScript("const a = (x) => x ** 2; for (let i of [1,2]) { if (i) continue; }", { loc: true });
estraverse.replace(tree, { enter: (node) => (node.type === "Identifier" && node.name === "a" ? { ...node, name: "renamed" } : undefined) });
console.log(escodegen.generate(tree, { format: { indent: { style: "  " } } }), esprima.tokenize("x/y/g").map((token) => token.type));
