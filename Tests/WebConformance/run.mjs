// Runs the Web Platform Tests in our runtime and in Node, compares our results with the committed baseline, and writes the report.
// node run.mjs SUITE CAUSEWAY [--renew] [--only PREFIX] [--ours]; see `make conformance`.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compare, readBaseline, writeBaseline } from "./baseline.mjs";
import { bundleOf, casesOf, filesIn, missingInclude, needsServer } from "./bundle.mjs";
import { runBundle } from "./engine.mjs";
import { report } from "./report.mjs";
import { folders, reasonAgainst, superseded } from "./scope.mjs";
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
    const permissions = needsServer(test.file) ? ["--local-origin", server.origins.join()] : [];
    const ours = await runBundle([causeway, "run", ...permissions], bundle, test.isLong);
    const node = withNode ? await runBundle([process.execPath, join(here, "node.cjs")], bundle, test.isLong) : { results: new Map(), end: "" };
    for (const pattern of superseded[test.file] ?? []) {
      for (const { results } of [ours, node]) {
        for (const name of [...results.keys()]) if (typeof pattern === "string" ? name === pattern : pattern.test(name)) results.delete(name);
      }
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
const text = report(rows, skipped, process.version);
console.log(text.slice(text.indexOf("| Folder"), text.indexOf("\n\n", text.indexOf("| Folder"))));
if (flags.includes("--renew")) {
  writeBaseline(baselineFile, rows, prefix);
  if (prefix === "") writeFileSync(join(here, "../../docs/conformance.md"), text);
} else if (lost.length > 0) {
  console.error(`${lost.length} regressions against Tests/WebConformance/baseline.json`);
  process.exitCode = 1;
}
