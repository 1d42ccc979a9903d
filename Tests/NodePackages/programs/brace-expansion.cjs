const expand = require("brace-expansion");
console.log(expand("file-{a,b,c}.jpg"), expand("{1..10..3}"), expand("ppp{,config,oe{,conf}}"), expand("{a..e}\\{x,y\\}"));
