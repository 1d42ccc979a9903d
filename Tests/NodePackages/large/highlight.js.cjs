// Highlights libraries and guides in many languages.
const hljs = require("highlight.js");
const { readFileSync } = require("fs");
console.log(hljs.listLanguages().length);
console.log(hljs.highlight("javascript", readFileSync("node_modules/underscore/underscore.js", "utf8")).value);
for (const [, language, code] of readFileSync("docs/modules.md", "utf8").matchAll(/```(\w+)\n([^]*?)```/g)) {
  const { value, relevance, illegal } = hljs.highlight(hljs.getLanguage(language) ? language : "plaintext", code, true);
  console.log(language, relevance, illegal, value);
}
const texts = { css: "a > b::before { color: #fff; --x: calc(1px + 2%) } @media (a) { }", python: "@x\nasync def f(a: int = 1) -> None:\n  '''doc'''\n  return f'{a!r}' if a else 0x1F", rust: "fn main<'a>() -> Result<(), Box<dyn E>> { let mut x = r#\"raw\"#; println!(\"{}\", x); }", sql: "SELECT a, COUNT(*) FROM t WHERE b LIKE '%x' -- c", bash: "for i in $(seq 3); do echo \"${i}x\"; done <<EOF\ntext\nEOF", swift: "@main struct A<T: B>: C { var x: Int? { get async throws { try await y() } } } // c", xml: "<a b='c'><!-- d --><![CDATA[e]]>&amp;</a>", json: "{\"a\": [1, true, null, 1e5]}", diff: "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y" };
for (const [language, text] of Object.entries(texts)) { console.log(hljs.highlight(language, text).value); const { language: guess, relevance } = hljs.highlightAuto(text, Object.keys(texts)); console.log(language, guess, relevance); }
try { hljs.highlight("nothing", "a"); } catch (error) { console.log(error.message); }
