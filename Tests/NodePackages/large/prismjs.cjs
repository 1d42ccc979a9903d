// Highlights a large library, and texts in languages that are loaded by name.
const Prism = require("prismjs");
const load = require("prismjs/components/");
const { readFileSync } = require("fs");
console.log(Prism.highlight(readFileSync("node_modules/underscore/underscore.js", "utf8"), Prism.languages.javascript, "javascript"));
load(["typescript", "jsx", "tsx", "python", "rust", "swift", "sql", "bash", "yaml", "markdown", "php", "scss"]);
console.log(Object.keys(Prism.languages).length);
const texts = { tsx: "const A = <T,>({ a }: { a?: T }): JSX.Element => <div className={`x ${a}`}>{/* c */}text</div>;", python: "async def f(a: int = 1) -> str:\n  return f\"{a!r:>{10}}\"", rust: "fn main<'a>() { let x = r#\"raw\"#; vec![1u8; 3]; }", swift: "let a = \"x \\(y + 1) z\" // c\n#if os(Linux)\n@available(*, deprecated) func f() async throws -> Int? { nil }\n#endif", markdown: readFileSync("docs/modules.md", "utf8"), php: "<p><?php echo \"a $b {$c['d']}\"; ?></p>", scss: "@mixin a($b: 1) { &:hover { color: darken($b, 10%); } }", yaml: "a: &x [1, 'b']\nc: *x # d\ne: |\n  text" };
for (const [name, text] of Object.entries(texts)) console.log(Prism.highlight(text, Prism.languages[name], name));
console.log(JSON.stringify(Prism.tokenize("a = /b[/]c/gi.test(`${d}`)", Prism.languages.javascript)));
