// Indexes the guides of this project, turns them into HTML and back, and cleans what is hostile.
const lunr = require("lunr");
const TurndownService = require("turndown");
const sanitize = require("sanitize-html");
const MarkdownIt = require("markdown-it");
const { readFileSync, readdirSync } = require("fs");
const names = readdirSync("docs/").filter((name) => name.endsWith(".md")).sort();
const texts = new Map(names.map((name) => [name, readFileSync(`docs/${name}`, "utf8")]));
const index = lunr(function () { this.ref("name"); this.field("title", { boost: 5 }); this.field("body"); for (const [name, body] of texts) this.add({ name, title: body.split("\n")[0], body }); });
for (const query of ["promise", "deadline +stream", "title:module^3 -worker", "cance*", "debuger~1", "\"quoted\""]) console.log(query, index.search(query).map(({ ref, score }) => [ref, score.toFixed(6)]));
for (const bad of ["nofield:x", "a^", "a~b"]) try { index.search(bad); } catch (error) { console.log(error.name, error.message); }
console.log(JSON.stringify(index).length, lunr.Index.load(JSON.parse(JSON.stringify(index))).search("promise").length);
const markdown = new MarkdownIt({ html: true }); const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" });
turndown.addRule("table", { filter: ["table"], replacement: (content, node) => `[table of ${node.getElementsByTagName("tr").length}]` });
for (const text of [...texts.values()].slice(0, 12)) console.log(turndown.turndown(markdown.render(text)));
for (const bad of ["<script>alert(1)</script>text", "<img src=x onerror=alert(1)>", "<a href=\"javascript:alert(1)\">a</a><a href=\"https://x\" target=_blank>b</a>", "<p style=\"color:red;position:fixed\">c<b>d", "<svg><style><img src=x>", "a < b && c", "<iframe src=//evil></iframe>"]) console.log(sanitize(bad), sanitize(bad, { allowedTags: sanitize.defaults.allowedTags.concat("img"), allowedAttributes: { "*": ["style", "src"], a: ["href", "rel"] }, allowedStyles: { p: { color: [/^red$/] } }, transformTags: { a: sanitize.simpleTransform("a", { rel: "nofollow" }) } }));
