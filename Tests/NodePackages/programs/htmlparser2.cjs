const { parseDocument, DomUtils, Parser } = require("htmlparser2");
const { decodeHTML, encodeXML } = require("entities");
const page = parseDocument("<ul class=x><li>1<li>2 &amp; &eacute;</ul><script>a<b</script>");
console.log(DomUtils.getElementsByTagName("li", page).map((node) => DomUtils.textContent(node)), DomUtils.getOuterHTML(page), decodeHTML("&lt;&#x41;&notin;"), encodeXML("\u00fc<&"));
new Parser({ onopentag: (name, attributes) => console.log(name, attributes) }).end("<a href='x'><b>");
