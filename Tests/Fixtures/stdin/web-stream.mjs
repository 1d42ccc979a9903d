import process from "node:process";
import { Readable } from "node:stream";
let length = 0;
for await (const chunk of Readable.toWeb(process.stdin)) length += chunk.byteLength;
console.log(length);
