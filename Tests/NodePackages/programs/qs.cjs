const qs = require("qs");
console.log(qs.parse("a[b][c]=1&a[b][d]=2&list[]=x&list[]=y&e%20f=%C3%A9"), qs.stringify({ a: { b: [1, 2], c: null }, d: new Date(0) }), qs.stringify({ a: [1, 2] }, { arrayFormat: "comma", encode: false }));
