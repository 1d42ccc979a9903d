// Generates parsers of several kinds, and runs them over long texts.
const { Parser, Generator } = require("jison");
const calculator = { lex: { rules: [["\\s+", ""], ["[0-9]+(?:\\.[0-9]+)?\\b", "return 'NUMBER'"], ["\\*", "return '*'"], ["\\/", "return '/'"], ["-", "return '-'"], ["\\+", "return '+'"], ["\\^", "return '^'"], ["\\(", "return '('"], ["\\)", "return ')'"], ["$", "return 'EOF'"]] }, operators: [["left", "+", "-"], ["left", "*", "/"], ["left", "^"], ["left", "UMINUS"]], bnf: { expressions: [["e EOF", "return $1"]], e: [["e + e", "$$ = $1 + $3"], ["e - e", "$$ = $1 - $3"], ["e * e", "$$ = $1 * $3"], ["e / e", "$$ = $1 / $3"], ["e ^ e", "$$ = Math.pow($1, $3)"], ["- e", "$$ = -$2", { prec: "UMINUS" }], ["( e )", "$$ = $2"], ["NUMBER", "$$ = Number(yytext)"]] } };
const parser = new Parser(calculator);
console.log(parser.parse("2 ^ 3 * (4 - -1) / 8"), parser.parse(Array.from({ length: 3000 }, (_, at) => at).join(" + ")));
for (const bad of ["1 +", "(1", "1 $ 2", "1 2"]) try { parser.parse(bad); } catch (error) { console.log(error.message, error.hash?.expected); }
const text = `%lex
%%
\\s+ /* skip */
"-"?[0-9]+("."[0-9]+)? return 'NUMBER'
\\"[^"]*\\" yytext = yytext.slice(1, -1); return 'STRING'
"{" return '{'
"}" return '}'
"[" return '['
"]" return ']'
"," return ','
":" return ':'
"true" return 'TRUE'
<<EOF>> return 'EOF'
/lex
%start file
%%
file : value EOF { return $1; } ;
value : NUMBER { $$ = Number($1); } | STRING | TRUE { $$ = true; } | '{' '}' { $$ = {}; } | '{' members '}' { $$ = $2; } | '[' ']' { $$ = []; } | '[' items ']' { $$ = $2; } ;
members : pair { $$ = {}; $$[$1[0]] = $1[1]; } | members ',' pair { $$ = $1; $1[$3[0]] = $3[1]; } ;
pair : STRING ':' value { $$ = [$1, $3]; } ;
items : value { $$ = [$1]; } | items ',' value { $$ = $1; $1.push($3); } ;
`;
const json = new Parser(text);
const value = Array.from({ length: 300 }, (_, at) => ({ at, name: `n${at}`, list: [at, true, { deep: [] }] }));
console.log(JSON.stringify(json.parse(JSON.stringify(value))) === JSON.stringify(value));
for (const type of ["lr0", "slr", "lalr", "lr", "ll"]) { const generator = new Generator({ tokens: "x", bnf: { A: ["A x", ""] } }, { type }); console.log(type, generator.conflicts, generator.productions.length, generator.generate?.({ moduleName: "p" }).length); }
console.log(new Generator(calculator, { type: "slr" }).generate().length, new Generator({ bnf: { e: ["e + e", "x"] }, tokens: "+ x" }).conflicts);
