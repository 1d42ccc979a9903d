import process from "node:process";
for await (const chunk of process.stdin) {
  console.log(chunk.length > 0);
  break;
}
console.log(process.stdin.destroyed);
