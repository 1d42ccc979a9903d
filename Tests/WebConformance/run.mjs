// Runs the Web Platform Tests in our runtime and in Node, compares our results with the committed baseline, and writes the report.
// node run.mjs SUITE CAUSEWAY [--renew] [--only PREFIX[,PREFIX ...]] [--ours]; see `make conformance`. A renewal by pieces, each
// with its PREFIX, writes the report when every file was run.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compare, readBaseline, writeBaseline } from "./baseline.mjs";
import { bundleOf, casesOf, filesIn, missingInclude, needsFetch } from "./bundle.mjs";
import { runBundle } from "./engine.mjs";
import { report } from "./report.mjs";
import { folders, reasonAgainst, reasonAgainstTest } from "./scope.mjs";
import { startServer } from "./server.mjs";
import { storeResults } from "./results.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [suite, causeway, ...flags] = process.argv.slice(2);
const prefixes = (flags.includes("--only") ? flags[flags.indexOf("--only") + 1] : "").split(",");
/** Whether a file is run. @param {string} key */
const isChosen = (key) => prefixes.some((prefix) => key.startsWith(prefix));
const isPart = !isChosen("");
const withNode = !flags.includes("--ours");
const work = mkdtempSync(join(tmpdir(), "causeway-wpt-"));

const server = await startServer(suite);

/** The files that are run at the same time. */
const width = 2;

/**
 * @typedef {object} Row
 * @property {string} key
 * @property {string} folder
 * @property {Map<string, string>} ours
 * @property {Map<string, string>} node
 * @property {Set<string>} names
 * @property {string} end
 * @property {Map<string, number>} left the number of tests that are left out for each reason
 */

/** @type {Row[]} */
const rows = [];
/** @type {{ folder: string, file: string, reason: string }[]} */
const skipped = [];
const cases = folders.flatMap((folder) =>
  filesIn(suite, folder).flatMap((file) => {
    const missing = missingInclude(suite, file);
    const reason = reasonAgainst(file) ?? (missing === undefined ? undefined : `Debian's package does not carry ${missing}`);
    if (reason === undefined) return casesOf(suite, file).map((test) => ({ folder, test }));
    skipped.push({ folder, file, reason });
    return [];
  }));
const waiting = cases.filter(({ test }) => isChosen(test.file));

const runNext = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { folder, test } = next;
    const key = `${test.file}${test.variant}`;
    const bundle = join(work, key.replace(/[^\w.-]+/g, "-").concat(".js"));
    mkdirSync(dirname(bundle), { recursive: true });
    const text = bundleOf(suite, test, server.ports);
    writeFileSync(bundle, text);
    // Indirect, so that it is evaluated in the global scope, as Node does it: a file would be a module with its own `this`.
    const script = bundle.replace(/\.js$/, ".global.js");
    writeFileSync(script, `(0, eval)(${JSON.stringify(text)});\n`);
    const permissions = needsFetch(test.file) ? ["--local-origin", server.origins.join()] : [];
    const ours = await runBundle([causeway, "run", ...permissions], script, test.isLong);
    const node = withNode ? await runBundle([process.execPath, join(here, "node.cjs")], bundle, test.isLong) : { results: new Map(), end: "" };
    /** @type {Map<string, number>} */
    const left = new Map();
    for (const name of new Set([...ours.results.keys(), ...node.results.keys()])) {
      const reason = reasonAgainstTest(test.file, name);
      if (reason === undefined) continue;
      left.set(reason, (left.get(reason) ?? 0) + 1);
      ours.results.delete(name);
      node.results.delete(name);
    }
    const names = new Set([...ours.results.keys(), ...node.results.keys()]);
    if (names.size === 0) names.add("(the file)");
    rows.push({ key, folder, ours: ours.results, node: node.results, names, end: ours.end, left });
    if (isPart) {
      for (const name of names) {
        const message = ours.results.get(name) ?? "not run";
        if (message !== "") console.log(`${node.results.get(name) === "" ? "Node passes: " : ""}${key}: ${name}: ${message}`);
      }
      if (ours.end !== "complete") console.log(`${key}: ${ours.end}`);
    }
  }
};

await Promise.all(Array.from({ length: width }, runNext));
rmSync(work, { recursive: true });
server.stop();
rows.sort((a, b) => (a.key < b.key ? -1 : 1));

const baselineFile = join(here, "baseline.json");
const lost = compare(readBaseline(baselineFile), rows, isChosen);
for (const line of lost) console.error(line);
const text = report(rows, skipped.filter(({ file }) => isChosen(file)), process.version);
console.log(text.slice(text.indexOf("| Folder"), text.indexOf("\n\n", text.indexOf("| Folder"))));
if (flags.includes("--renew")) {
  writeBaseline(baselineFile, rows, isChosen);
  const all = storeResults(join(suite, "results.json"), rows, isChosen, cases.map(({ test }) => `${test.file}${test.variant}`));
  if (all !== undefined) writeFileSync(join(here, "../../docs/conformance.md"), report(all, skipped, process.version));
  else console.log("docs/conformance.md is written when the other files were run, too.");
} else if (lost.length > 0) {
  console.error(`${lost.length} regressions against Tests/WebConformance/baseline.json`);
  process.exitCode = 1;
}
