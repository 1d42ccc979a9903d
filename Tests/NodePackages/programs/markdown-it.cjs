const MarkdownIt = require("markdown-it");
const markdown = new MarkdownIt({ linkify: true, typographer: true, html: false });
console.log(markdown.render("# T\n\nhttp://example.com/\u00fc (c) \"q\" <b>\n\n1. a\n2. `b`\n\n![i](x.png)"), markdown.parseInline("*a*", {})[0].children.map((token) => token.type));
