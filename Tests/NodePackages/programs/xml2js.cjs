const { parseString, Builder } = require("xml2js");
const sax = require("sax");
parseString("<root a='1'><x>t</x><x b='2'/><![CDATA[c]]></root>", { explicitArray: true }, (error, result) => console.log(error, JSON.stringify(result)));
parseString("<a><b></a>", (error) => console.log(error.message.split("\n")[0]));
console.log(new Builder({ headless: true }).buildObject({ r: { $: { k: "v" }, i: ["1", "<2>"] } }));
const parser = sax.parser(true); parser.onopentag = (tag) => console.log(tag.name, tag.attributes); parser.write("<q z='y'/>").close();
