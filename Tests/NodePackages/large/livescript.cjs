// Compiles and runs programs with the prelude.
const livescript = require("livescript");
const source = `
add = (a, b) --> a + b
inc = add 1
list = [1 to 10] |> (.map inc) |> (.filter (x) -> x % 2 is 0)
class A
  (@name, @n = 1) ->
  say: ~> "#{@name} #{@n}"
class B extends A
  say: -> super! + '!'
{x, y: [z]} = x: 5, y: <[ one two ]>
table = {[k, v.length] for k, v of {a: 'b', c: 'dd'}}
f = (n) -> | n < 2 => 1 | otherwise => n * f n - 1
compose = inc >> (* 2)
text = """
multi
  line
"""
switch typeof! []
| 'Array' => kind = 'array'
| _ => kind = 'other'
console.log list, (new B 'bee').say!, x, z, table, (f 5), (compose 3), text, kind, [i * j for i from 1 to 3 for j from i to 3], list.0, list[1 to], 'abc' * 2, <[ a b ]> ++ [3]
`;
for (const options of [{ bare: true, header: false }, { map: "embedded", filename: "a.ls" }]) { const out = livescript.compile(source, options); console.log(out.code ?? out); }
eval(livescript.compile(source, { bare: true, header: false }));
console.log(livescript.tokens("a = b |> c").map(([kind, text]) => `${kind} ${text}`).slice(0, 8));
for (const bad of ["a = (", "'open", "x = ->>> 5", "if", "break", "a = b\n   c = d\n  e", "const a = 1; a = 2"]) try { console.log(livescript.compile(bad, { header: false, bare: true })); } catch (error) { console.log(error.name, error.message); }
