import process from "node:process";
import { createInterface } from "node:readline";
const lines = [];
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) lines.push(line);
console.log(lines.length, JSON.stringify(lines.slice(0, 8)).slice(0, 200), JSON.stringify(lines.slice(-3)).slice(-200));
