const acorn = require("acorn");
const jsx = require("acorn-jsx");
const Parser = acorn.Parser.extend(jsx());
console.log(JSON.stringify(Parser.parse("<a b={1} {...c}>text{d}<E.F/></a>", { ecmaVersion: 2020 }).body[0].expression, (key, value) => (key === "start" || key === "end" ? undefined : value)));
try { Parser.parse("<a></b>", { ecmaVersion: 2020 }); } catch (error) { console.log(error.message); }
