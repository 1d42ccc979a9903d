const punycode = require("punycode/");
const builtIn = require("punycode");
for (const codec of [punycode, builtIn]) console.log(codec.encode("ma\u00f1ana"), codec.decode("maana-pta"), codec.toASCII("m\u00fcnchen.example"), codec.toUnicode("xn--maana-pta.com"), codec.ucs2.decode("\ud834\udf06a"));
