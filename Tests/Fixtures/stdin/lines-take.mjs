import process from "node:process";
import { createInterface } from "node:readline/promises";
const rl = createInterface({ input: process.stdin });
let count = 0;
rl.on("line", (line) => {
  if (count++ === 2) {
    console.log(JSON.stringify(line).slice(0, 60));
    rl.close();
  }
});
rl.on("close", () => console.log("closed"));
