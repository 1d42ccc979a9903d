// The command tsc, which reports errors by its status.
// status: 2
// options: --allow files.* --folder out=out:rw
const { mkdirSync, writeFileSync, readFileSync } = require("fs");
mkdirSync("out/src");
writeFileSync("out/src/a.ts", "export const a: number = 'text';\nexport class A<T> { constructor(private readonly value: T) {} get() { return this.value } }\n");
writeFileSync("out/src/b.ts", "import { A } from './a';\nexport default new A({ x: 1 }).get().y;\n");
writeFileSync("out/tsconfig.json", '{ "compilerOptions": { "strict": true, "target": "es5", "module": "commonjs", "outDir": "js", "declaration": true, "types": [], /* a comment */ } }');
process.argv.push("--project", "out", "--pretty", "false", "--listEmittedFiles", "false");
process.on("exit", () => { for (const name of ["a.js", "a.d.ts", "b.js"]) console.log(`== ${name}\n${readFileSync(`out/js/src/${name}`.replace("/src", ""), "utf8")}`); });
require("typescript/lib/tsc");
