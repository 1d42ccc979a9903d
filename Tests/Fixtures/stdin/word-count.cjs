const text = require("fs").readFileSync("/dev/stdin", "utf8");
console.log((text.match(/\n/g) ?? []).length, text.split(/\s+/).filter(Boolean).length, Buffer.byteLength(text));
