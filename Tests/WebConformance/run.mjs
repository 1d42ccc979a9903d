// Runs the Web Platform Tests in our runtime and in Node, compares our results with the committed baseline, and writes the report.
// node run.mjs SUITE CAUSEWAY [--renew] [--only PREFIX] [--ours]; see `make conformance`.

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

const here = dirname(fileURLToPath(import.meta.url));
const [suite, causeway, ...flags] = process.argv.slice(2);
const prefix = flags.includes("--only") ? flags[flags.indexOf("--only") + 1] : "";
const withNode = !flags.includes("--ours");
const work = mkdtempSync(join(tmpdir(), "causeway-wpt-"));

const server = await startServer(suite);

/** The files that are run at the same time. */
const width = 2;

/** @typedef {{ key: string, folder: string, ours: Map<string, string>, node: Map<string, string>, names: Set<string>, end: string }} Row */

/** @type {Row[]} */
const rows = [];
/** @type {{ folder: string, file: string, reason: string }[]} */
const skipped = [];
/** The number of tests that are left out for each reason. @type {Map<string, number>} */
const left = new Map();
const waiting = folders.flatMap((folder) =>
  filesIn(suite, folder).filter((file) => file.startsWith(prefix)).flatMap((file) => {
    const missing = missingInclude(suite, file);
    const reason = reasonAgainst(file) ?? (missing === undefined ? undefined : `Debian's package does not carry ${missing}`);
    if (reason === undefined) return casesOf(suite, file).map((test) => ({ folder, test }));
    skipped.push({ folder, file, reason });
    return [];
  }));

const runNext = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { folder, test } = next;
    const key = `${test.file}${test.variant}`;
    const bundle = join(work, key.replace(/[^\w.-]+/g, "-").concat(".js"));
    mkdirSync(dirname(bundle), { recursive: true });
    writeFileSync(bundle, bundleOf(suite, test, server.ports));
    const permissions = needsFetch(test.file) ? ["--local-origin", server.origins.join()] : [];
    const ours = await runBundle([causeway, "run", ...permissions], bundle, test.isLong);
    const node = withNode ? await runBundle([process.execPath, join(here, "node.cjs")], bundle, test.isLong) : { results: new Map(), end: "" };
    for (const name of new Set([...ours.results.keys(), ...node.results.keys()])) {
      const reason = reasonAgainstTest(test.file, name);
      if (reason === undefined) continue;
      left.set(reason, (left.get(reason) ?? 0) + 1);
      ours.results.delete(name);
      node.results.delete(name);
    }
    const names = new Set([...ours.results.keys(), ...node.results.keys()]);
    if (names.size === 0) names.add("(the file)");
    rows.push({ key, folder, ours: ours.results, node: node.results, names, end: ours.end });
    if (prefix !== "") {
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
const lost = compare(readBaseline(baselineFile), rows, prefix);
for (const line of lost) console.error(line);
const text = report(rows, skipped, left, process.version);
console.log(text.slice(text.indexOf("| Folder"), text.indexOf("\n\n", text.indexOf("| Folder"))));
if (flags.includes("--renew")) {
  writeBaseline(baselineFile, rows, prefix);
  if (prefix === "") writeFileSync(join(here, "../../docs/conformance.md"), text);
} else if (lost.length > 0) {
  console.error(`${lost.length} regressions against Tests/WebConformance/baseline.json`);
  process.exitCode = 1;
}
