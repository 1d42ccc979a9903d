const parse = require("postcss-value-parser");
const value = parse("url(a.png) no-repeat, calc(1px + 2em) / rgba(0, 0, 0, .5)");
value.walk((node) => { if (node.type === "function") console.log(node.value, node.nodes.length); });
console.log(value.toString(), parse.unit("1.5e3px"), JSON.stringify(parse("a,b").nodes));
