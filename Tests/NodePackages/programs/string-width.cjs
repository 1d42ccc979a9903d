const string = require("string-width");
const strip = require("strip-ansi");
const convert = require("color-convert");
const he = require("he");
console.log(string("\u4f60a\u001b[31mb\u001b[39m"), strip("\u001b[4mx\u001b[0m"), convert.rgb.hsl(140, 200, 100), convert.keyword.hex("blue"), he.encode("<\u00a9>"), he.decode("&copy;&#x1F600;").length);
