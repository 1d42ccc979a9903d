// Generates parsers, with the source of one, and parses with errors.
const peg = require("pegjs");
const grammar = `{ function join(head, tail, operate) { return tail.reduce((value, [, sign, , next]) => operate(value, sign, next), head); } }
start = _ value:sum _ { return value }
sum "sum" = head:product tail:(_ ("+" / "-") _ product)* { return join(head, tail, (a, sign, b) => sign === "+" ? a + b : a - b) }
product = head:factor tail:(_ ("*" / "/") _ factor)* { return join(head, tail, (a, sign, b) => sign === "*" ? a * b : a / b) }
factor = "(" @sum:sum ")" { return sum } / number
number "number" = digits:$([0-9]+ ("." [0-9]+)?) !{ return digits === "13" } { return parseFloat(digits) }
_ = [ \\t\\n]*`.replace("@sum:sum", "sum:sum");
const parser = peg.generate(grammar, { cache: true });
console.log(parser.parse("2 * (3 + 4) / 7 - 1"), parser.parse(Array.from({ length: 2000 }, (_, at) => at % 13).join("+")));
for (const bad of ["1 +", "13", "(1", "", "1\n+ x"]) try { parser.parse(bad); } catch (error) { console.log(error.name, error.message, JSON.stringify(error.location), error.found); }
const source = peg.generate(grammar, { output: "source", optimize: "size", trace: true });
console.log(source.length, source);
for (const bad of ["a = ", "a = b", "a = a", "a = ('')*", "a = 'x' a = 'y'"]) try { peg.generate(bad); } catch (error) { console.log(error.name, error.message); }
