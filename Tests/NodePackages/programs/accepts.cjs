const accepts = require("accepts");
const Negotiator = require("negotiator");
const request = { headers: { accept: "text/html;q=0.5, application/*;q=0.2, image/jpeg", "accept-language": "en;q=0.8, es, pt-BR;q=0.9", "accept-encoding": "gzip, deflate;q=0.3, *;q=0", "accept-charset": "utf-8, iso-8859-1;q=0.2" } };
const accept = accepts(request);
console.log(accept.types(), accept.types(["json", "html"]), accept.types("png"), accept.encodings("identity", "gzip"), accept.languages(["en", "pt"]), accept.charsets());
const negotiator = new Negotiator(request);
console.log(negotiator.mediaTypes(["text/plain", "image/jpeg", "application/json"]), negotiator.languages(["es", "pt", "fr"]), negotiator.encoding(["br", "deflate"]));
