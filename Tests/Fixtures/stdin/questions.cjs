const { createInterface } = require("node:readline");
const rl = createInterface({ input: process.stdin });
rl.question("first? ", (first) => {
  console.log("first", JSON.stringify(first).slice(0, 50));
  rl.question("second? ", (second) => {
    console.log("second", JSON.stringify(second).slice(0, 50));
    rl.close();
  });
});
rl.on("close", () => console.log("close"));
