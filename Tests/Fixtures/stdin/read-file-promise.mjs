import { readFile } from "node:fs/promises";
console.log((await readFile("/dev/stdin", { encoding: "utf8" })).length);
await readFile(0).catch((error) => console.log(error.code, error.message));
