// The committed results: for each file the number of tests that pass, and the names of those that do not.

import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Up to so many names are listed for a file; above that, only the count is compared. */
const longest = 12;

/** @typedef {{ [key: string]: number | [passed: number, failing: string[] | number] }} Baseline */

/**
 * A test's name without the port of the suite's server, which the system chooses for each run.
 * @param {string} name
 */
const stable = (name) => name.replace(/\b(localhost|127\.0\.0\.1):\d+/g, "$1:PORT");

/** @param {import("./run.mjs").Row} row */
const entryOf = ({ names, ours }) => {
  const failing = [...names].filter((name) => ours.get(name) !== "").map(stable).sort();
  const passed = names.size - failing.length;
  if (failing.length === 0) return passed;
  return [passed, failing.length > longest ? failing.length : failing];
};

/**
 * @param {string} file
 * @returns {Baseline}
 */
export const readBaseline = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/**
 * Renews the results of the files that were run, and keeps those of others.
 *
 * @param {string} file
 * @param {import("./run.mjs").Row[]} rows
 * @param {(key: string) => boolean} isChosen whether a file was run
 */
export const writeBaseline = (file, rows, isChosen) => {
  const kept = Object.entries(readBaseline(file)).filter(([key]) => !isChosen(key));
  const entries = [...kept, ...rows.map((row) => [row.key, entryOf(row)])].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = entries.map(([key, entry]) => `  ${JSON.stringify(key)}: ${JSON.stringify(entry)}`);
  writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
};

/**
 * What passed at the time of the baseline and does not pass now.
 *
 * @param {Baseline} baseline
 * @param {import("./run.mjs").Row[]} rows
 * @param {(key: string) => boolean} isChosen whether a file was run
 * @returns {string[]}
 */
export const compare = (baseline, rows, isChosen) => {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return Object.entries(baseline).filter(([key]) => isChosen(key)).flatMap(([key, entry]) => {
    const row = byKey.get(key);
    if (row === undefined) return [`${key}: the file was not run`];
    const [passed, known] = typeof entry === "number" ? [entry, []] : entry;
    const failing = [...row.names].filter((name) => row.ours.get(name) !== "");
    if (Array.isArray(known)) {
      const lost = failing.filter((name) => !known.includes(stable(name))).map((name) => `${key}: ${name}: ${row.ours.get(name) ?? "not run"}`);
      if (lost.length > 0) return lost;
    }
    const count = row.names.size - failing.length;
    return count < passed ? [`${key}: ${count} tests pass, ${passed} did`] : [];
  });
};
