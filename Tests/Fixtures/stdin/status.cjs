const rl = require("node:readline").createInterface({ input: process.stdin });
let lines = 0;
rl.on("line", () => lines++).on("close", () => (process.exitCode = lines % 200));
