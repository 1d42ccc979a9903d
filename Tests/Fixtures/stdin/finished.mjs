import process from "node:process";
import { finished } from "node:stream/promises";
process.stdin.resume();
await finished(process.stdin);
console.log("finished", process.stdin.closed, process.stdin.errored);
