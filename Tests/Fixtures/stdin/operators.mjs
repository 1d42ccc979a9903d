import process from "node:process";
const lengths = await process.stdin.map((chunk) => chunk.length).toArray();
console.log(lengths.reduce((sum, length) => sum + length, 0));
