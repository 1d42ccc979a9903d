import { pathExists, pathExistsSync } from "path-exists";
console.log(await pathExists("path-exists.mjs"), pathExistsSync("never"));
