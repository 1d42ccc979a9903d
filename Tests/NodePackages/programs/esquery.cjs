const esquery = require("esquery");
const { parse } = require("acorn");
const tree = parse("function f(a) { return a + 1; } const g = () => f(2);", { ecmaVersion: 2020 });
for (const selector of ["Identifier[name='f']", "FunctionDeclaration > BlockStatement ReturnStatement", "CallExpression:has(Literal)", ":function", "[id.name=/^g/]"]) console.log(selector, esquery(tree, selector).map((node) => node.type));
