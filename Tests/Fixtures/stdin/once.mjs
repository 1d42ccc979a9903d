import process from "node:process";
import { once } from "node:events";
process.stdin.resume();
await once(process.stdin, "end");
console.log("end", process.stdin.readableEnded, process.stdin.readableFlowing);
