const ini = require("ini");
console.log(ini.parse("; comment\nkey=value\n[section.sub]\nflag=true\nlist[]=a\nlist[]=b\n"), ini.stringify({ a: 1, b: { c: "x;y", d: [1, 2] } }));
