// Evaluates a bundle in the global scope of Node.
const { readFileSync } = require("node:fs");
const { runInThisContext } = require("node:vm");

process.on("unhandledRejection", () => {});
process.on("uncaughtException", (error) => console.log(String(error?.stack)));
const [, , file] = process.argv;
runInThisContext(readFileSync(file, "utf8"), { filename: file });
