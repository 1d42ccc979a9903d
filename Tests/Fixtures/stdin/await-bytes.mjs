import { Buffer } from "node:buffer";
import process from "node:process";
let length = 0, sum = 0;
for await (const chunk of process.stdin) {
  if (!Buffer.isBuffer(chunk)) throw new Error(typeof chunk);
  length += chunk.length;
  for (const byte of chunk) sum = (sum * 31 + byte) % 1000003;
}
console.log(length, sum, process.stdin.readableEnded, process.stdin.destroyed);
