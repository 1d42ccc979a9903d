import process from "node:process";
import { json } from "node:stream/consumers";
await json(process.stdin).then(console.log, (error) => console.log(error.name));
