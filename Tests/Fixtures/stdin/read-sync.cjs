const fs = require("fs");
const buffer = Buffer.alloc(1000);
let total = 0;
for (let count; (count = fs.readSync(0, buffer, 0, buffer.length, null)) > 0; ) total += count;
console.log(total, fs.readSync(0, buffer), fs.readSync(0, buffer, { offset: 4, length: 2 }));
