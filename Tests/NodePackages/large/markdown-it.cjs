// Renders the guides of this project, and Markdown's difficult cases.
const MarkdownIt = require("markdown-it");
const { readFileSync, readdirSync } = require("fs");
const markdown = new MarkdownIt({ html: true, linkify: true, typographer: true });
const headings = [];
markdown.renderer.rules.heading_open = (tokens, at, options, _, self) => { headings.push(tokens[at + 1].content); return self.renderToken(tokens, at, options); };
for (const name of readdirSync("docs/").filter((name) => name.endsWith(".md")).sort()) console.log(`== ${name}\n${markdown.render(readFileSync(`docs/${name}`, "utf8"))}`);
console.log(headings);
console.log(markdown.render("*a **b _c_** d* ~~e~~ [x](<a b> \"t\") ![i][r] <http://x.org/\u00e4?q=1> www.example.org \"quotes\" -- (c) ...\n\n[r]: /u\n\n1. a\n\n   b\n2. c\n   - d\n\n     code\n\n| a | b |\n|:-:|--:|\n| 1 | 2\\|3 |\n\n```js {x}\nlet a = '<';\n```\n> q\nlazy\n***\n&copy; &#x1F600; \\* `` ` ``\n<div>\n*raw*\n</div>"));
console.log(JSON.stringify(markdown.parse("# a [b](c)\n- x", {})));
