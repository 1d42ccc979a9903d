import { findUp, findUpSync, pathExists } from "find-up";
import { basename } from "node:path";
console.log(basename(findUpSync("node_modules", { type: "directory" })), findUpSync("never-there.x", { stopAt: process.cwd() }));
console.log(basename(await findUp("find-up.mjs")), await pathExists("never"));
