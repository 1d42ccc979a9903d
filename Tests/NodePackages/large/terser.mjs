// Minifies a large library with a source map, twice.
import { minify } from "terser";
import { readFileSync } from "node:fs";
const text = readFileSync("node_modules/lodash/lodash.js", "utf8");
for (const options of [{}, { compress: { passes: 2, unsafe: true, pure_getters: true }, mangle: { properties: { regex: /^__/ } }, format: { ascii_only: true, comments: false }, sourceMap: { filename: "lodash.js" } }]) {
  const { code, map } = await minify({ "lodash.js": text }, options);
  console.log(code.length, map?.length, code);
}
