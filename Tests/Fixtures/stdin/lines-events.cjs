const rl = require("node:readline").createInterface({ input: process.stdin, terminal: false });
const lengths = [];
rl.on("line", (line) => lengths.push(line.length));
for (const name of ["pause", "resume", "close"]) rl.on(name, () => console.log(name, lengths.length));
process.on("exit", () => console.log(lengths.slice(0, 10).join(), process.stdin.readableFlowing));
