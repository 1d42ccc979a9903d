import process from "node:process";
import readline from "node:readline";
for await (const line of readline.createInterface(process.stdin)) {
  console.log(JSON.stringify(line).slice(0, 60));
  break;
}
console.log("after");
