// Compiles Stylus's own library of functions over a generated sheet.
const stylus = require("stylus");
const sheet = `
$columns = 12
vendor(prop, args)
  for prefix in webkit moz
    -{prefix}-{prop} args
  {prop} args
size($width, $height = $width)
  width $width
  height $height
for $i in 1..$columns
  .col-{$i}
    width percentage($i / $columns)
    @media (min-width: 40em)
      &:nth-child({$i}n + 1)
        color mix(red, blue, $i * 8%)
.box
  size 10px 20px
  vendor border-radius 3px
  background rgba(lighten(#336699, 20%), .5)
  &:hover, &.active
    @extend .col-1
    margin-(left) -@width
    content "a" + 'b' + unit(5, 'em')
cache = {}
  a: 1
  b: { c: 2 }
.hash
  order cache.b.c
  z-index length(cache)
  if 1 == 1 and not false
    display block unless false
@keyframes fade
  from
    opacity 0
  to
    opacity 1
@supports (display: grid)
  .grid
    display grid
`;
stylus(sheet).set("filename", "a.styl").set("compress", false).render((error, css) => console.log(error?.message, css));
stylus(sheet).set("compress", true).set("sourcemap", { comment: false }).render((error, css) => console.log(css));
const style = stylus("a\n  width double(4px)\n  color theme").define("double", (node) => new stylus.nodes.Unit(node.val * 2, node.type)).define("theme", new stylus.nodes.RGBA(1, 2, 3, 1));
console.log(style.render(), style.deps());
for (const bad of ["a\n  b c(", "a\n  width undefined-thing(1)\n  @extend .nothing", "@import 'absent'", "a\n  color lighten('x', 2)"]) stylus(bad, { filename: "bad.styl" }).render((error, css) => console.log(error ? `${error.name}: ${error.message} ${Object.keys(error)}`.replaceAll(process.cwd(), "") : css));
