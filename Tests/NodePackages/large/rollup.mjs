// Bundles modules from memory and the modules of D3 from files.
import { rollup } from "rollup";
import { readFileSync, existsSync } from "node:fs";
const memory = {
  "main.js": "import def, { used, Base } from './lib.js'; import * as all from './cycle.js'; import data from './data.json'; export const answer = used(def) + all.later(); export class Mine extends Base {} console.log(data.list, import.meta.url); export const lazy = () => import('./lazy.js');",
  "lib.js": "export default 40; export function used(x) { return x + helper() } function helper() { return 2 } export function unused() { sideEffect() } export class Base { get x() { return 1 } } const gone = /*#__PURE__*/ used(1);",
  "cycle.js": "import { answer } from './main.js'; export const later = () => typeof answer; export { used as again } from './lib.js';",
  "lazy.js": "import { helper } from './lib.js'; export default helper",
  "data.json": '{ "list": [1, 2, 3] }',
};
const virtual = { name: "memory", resolveId: (id) => { const name = id.replace("./", ""); return name in memory ? name : null; }, load: (id) => memory[id] ?? null, transform: (code, id) => (id.endsWith(".json") ? { code: `export default ${code}`, map: null } : null) };
const warnings = [];
const onwarn = (warning) => warnings.push(`${warning.code}: ${warning.message}`);
const bundle = await rollup({ input: "main.js", plugins: [virtual], onwarn, shimMissingExports: true });
for (const format of ["es", "cjs", "system", "amd"]) {
  const { output } = await bundle.generate({ format, sourcemap: true, exports: "named" });
  for (const chunk of output) console.log(`== ${format} ${chunk.fileName} ${chunk.exports} ${chunk.imports} ${chunk.map?.mappings.length}\n${chunk.code}`);
}
console.log(warnings);
const packages = { name: "packages", resolveId: (id) => { const path = `node_modules/${id}/src/index.js`; return existsSync(path) ? `${process.cwd()}/${path}` : null; } };
const entry = { name: "entry", resolveId: (id) => (id === "entry" ? id : null), load: (id) => (id === "entry" ? "export { scaleLinear, scaleLog } from 'd3-scale'; export { nest } from 'd3-collection'; export * from 'd3-shape';" : null) };
const large = await rollup({ input: "entry", plugins: [entry, packages], onwarn });
const { output: [chunk] } = await large.generate({ format: "iife", name: "d3", compact: true });
console.log(Object.keys(chunk.modules).length, chunk.code.length, chunk.code);
console.log(readFileSync("node_modules/d3-scale/package.json", "utf8").length, existsSync("node_modules/d3-collection/package.json"), existsSync("node_modules/d3-shape/package.json"));
for (const code of ["import x from 'nowhere'; x()", "export { missing }", "const a = ;", "import { nothing } from 'lib.js'; nothing()"]) {
  try { await rollup({ input: "bad", onwarn() {}, plugins: [{ name: "bad", resolveId: (id) => (id === "bad" ? id : null), load: (id) => (id === "bad" ? code : null) }, virtual] }); console.log("bundles"); } catch (error) { console.log(error.code, error.message.replace(process.cwd(), ""), error.loc?.line, error.loc?.column); }
}
