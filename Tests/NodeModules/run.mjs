// Runs Node's own tests of the built-in modules in `causeway run`, and compares the names of those that pass with passing.txt.
//
//   node Tests/NodeModules/run.mjs path/to/causeway path/to/node's/sources [part of a test's name]
//
// With UPDATE=1 the list is written. The tests are read from a copy of Node's sources; none of them is part of this project.

import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [causeway, sources, wanted = ""] = process.argv.slice(2);
if (sources === undefined) throw new Error("The arguments are the path of causeway and that of Node's sources.");
const own = dirname(fileURLToPath(import.meta.url));
const list = join(own, "passing.txt");
const modules = /^test-(assert|async-local-storage|buffer|event-emitter|events|path|punycode|querystring|readline|stream|stream[23]|string-decoder|url|util|zlib)\b.*\.js$/;
const seconds = 1_000;

const root = mkdtempSync(join(tmpdir(), "causeway-node-"));
for (const folder of ["parallel", "common", "fixtures"]) mkdirSync(join(root, "test", folder), { recursive: true });
copyFileSync(join(own, "common.js"), join(root, "test", "common", "index.js"));
copyFileSync(join(own, "vm.js"), join(root, "test", "common", "vm.js"));
// The tests count calls until Node ends; a program here waits for them.
writeFileSync(join(root, "start.cjs"), `
const { missing } = require("./test/common");
require("./test/parallel/" + scriptArgs[0]);
let rounds = 0;
(function check() {
  const problems = missing();
  if (problems.length === 0) return;
  if (++rounds > 40) throw new Error(problems.join("\\n"));
  setTimeout(check, 50);
})();
`);

const run = (name) => new Promise((done) => {
  const text = readFileSync(join(sources, "test", "parallel", name), "utf8");
  writeFileSync(join(root, "test", "parallel", name), text.replaceAll(/require\('(?:node:)?vm'\)/g, "require('../common/vm')"));
  const child = spawn(resolve(causeway), ["run", "--root", root, join(root, "start.cjs"), name], { timeout: 60 * seconds });
  let output = "";
  child.stdout.on("data", (text) => { output += text; });
  child.stderr.on("data", (text) => { output += text; });
  child.on("close", (status) => done({ name, hasPassed: status === 0, output }));
});

const names = readdirSync(join(sources, "test", "parallel")).filter((name) => modules.test(name) && name.includes(wanted)).sort();
const results = [];
try {
  for (const fixture of ["url-tests.js"]) {
    try {
      copyFileSync(join(sources, "test", "fixtures", fixture), join(root, "test", "fixtures", fixture));
    } catch {
      // Older sources have no such file, and no test that reads it.
    }
  }
  const open = [...names];
  await Promise.all(Array.from({ length: availableParallelism() }, async () => {
    for (let name = open.shift(); name !== undefined; name = open.shift()) results.push(await run(name));
  }));
} finally {
  rmSync(root, { recursive: true });
}

const passing = new Set(results.filter(({ hasPassed }) => hasPassed).map(({ name }) => name));
if (process.env.UPDATE === "1") {
  writeFileSync(list, `${[...passing].sort().join("\n")}\n`);
}
const expected = new Set(readFileSync(list, "utf8").split("\n").filter((name) => name !== "" && name.includes(wanted)));
const lost = results.filter(({ name, hasPassed }) => !hasPassed && (expected.has(name) || wanted !== ""));
for (const { name, output } of lost) console.log(`${name} fails:\n${output}`);
for (const name of expected) if (!names.includes(name)) console.log(`${name} is not among the sources.`);
for (const name of passing) if (!expected.has(name)) console.log(`${name} passes now: run with UPDATE=1.`);
console.log(`${passing.size} of ${names.length} tests pass, ${expected.size} are expected to.`);
process.exitCode = [...expected].every((name) => passing.has(name)) && names.length > 0 ? 0 : 1;
