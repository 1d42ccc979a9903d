const fs = require("fs");
const byte = Buffer.alloc(1);
let line = "";
while (line.length < 100 && fs.readSync(0, byte) === 1 && byte[0] !== 10) line += byte.toString("latin1");
console.log(JSON.stringify(line), fs.readFileSync(0).length);
