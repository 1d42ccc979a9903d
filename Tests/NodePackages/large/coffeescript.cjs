// Compiles, runs and maps programs.
const CoffeeScript = require("coffeescript");
const source = `
class Animal
  constructor: (@name, {@legs = 4, rest...} = {}) ->
  move: (meters) => "#{@name} moved #{meters}m on #{@legs} legs"
  @create: (names...) -> new this name for name in names when name isnt 'x'
class Snake extends Animal
  move: -> super(5) + ' slithering'
squares = (x ** 2 for x in [1..10] by 3)
{a, b: [first, last]} = a: 1, b: [1, 2, 3]
kind = switch
  when squares.length > 3 then 'many'
  else 'few'
text = """
  block #{kind}
    indented
"""
pattern = /// ^(\\d+) # digits
  [a-z]* ///i
gen = -> yield i for i in [1..3]; return
attempt = try JSON.parse '{' catch error then error.name finally null
value = squares?[0]?.toFixed?(1) ? 'none'
console.log new Snake('Sam').move(), (one.name for one in Animal.create 'a', 'x', 'b'), squares, first, last, kind, text, pattern.test('12ab'), [...gen()], attempt, value, 3 in squares, 5 %% -3, 7 // 2
do -> console.log "unless" unless false
`;
const { js, v3SourceMap } = CoffeeScript.compile(source, { sourceMap: true, filename: "a.coffee", bare: true });
console.log(js, v3SourceMap.length, JSON.parse(v3SourceMap).mappings);
eval(js);
console.log(CoffeeScript.tokens("a = (b) -> b + 1").map(([kind, text]) => `${kind} ${text}`));
for (const bad of ["a = (", "if true\n  x\n y", "class then a:", "for", "'unclosed", "x = y: 1, z", "break", "await ->", "a b: c, d\n  e"]) try { console.log(CoffeeScript.compile(bad, { bare: true })); } catch (error) { console.log(error.name, error.message, JSON.stringify(error.location)); }
