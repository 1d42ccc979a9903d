const { createInterface } = require("node:readline/promises");
(async () => {
  const rl = createInterface({ input: process.stdin });
  console.log("first", JSON.stringify(await rl.question("first? ")).slice(0, 50));
  rl.close();
})();
process.on("exit", (code) => console.log("exit", code));
