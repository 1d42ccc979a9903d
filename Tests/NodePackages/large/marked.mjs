// Renders the guides of this project with two renderers, and an extension.
import { marked } from "marked";
import { readFileSync, readdirSync } from "node:fs";
const names = readdirSync("docs/").filter((name) => name.endsWith(".md")).sort();
for (const name of names) console.log(`== ${name}\n${marked.parse(readFileSync(`docs/${name}`, "utf8"), { mangle: false })}`);
marked.use({ mangle: false, smartypants: true, extensions: [{ name: "mark", level: "inline", start: (text) => text.indexOf("=="), tokenizer(text) { const found = /^==(.+?)==/.exec(text); return found ? { type: "mark", raw: found[0], text: found[1] } : undefined; }, renderer: (token) => `<mark>${token.text}</mark>` }], renderer: { heading: (text, level, raw) => `<h${level} data-raw="${raw}">${text}</h${level}>\n` } });
console.log(marked.parse("# A *b*\n\n==x== \"quoted\" -- 'a'\n\n- [ ] t\n- [x] u\n\n| a |\n|---|\n| b |\n\n    code <\n\n[l]: <u> 't'\n[l] ![i](j)"));
console.log(JSON.stringify(marked.lexer(readFileSync(`docs/${names[0]}`, "utf8"))).length, marked.lexer("> a\n> - b\n\n***").map((token) => token.type));
