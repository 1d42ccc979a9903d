const { readFileSync } = require("node:fs");
const text = readFileSync(0, "utf8");
console.log(text.length, text.split("\n").length, JSON.stringify(text.slice(-10)));
console.log(readFileSync(0).length, readFileSync("/dev/fd/0", { encoding: "hex" }).length === 0 || text.length > 0);
