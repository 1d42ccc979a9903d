import process from "node:process";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
let count = 0;
const input = process.argv.length > 2 ? createReadStream(null, { fd: 0 }) : createReadStream("/dev/stdin");
for await (const line of createInterface({ input, crlfDelay: Infinity })) count += line.length + 1;
console.log(count);
