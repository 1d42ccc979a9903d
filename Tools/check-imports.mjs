#!/usr/bin/env node
// Checks that imports in bridge-js go one way: between its folders, between the folders and files of each folder. Static, deferred
// (`#deferred/...`) and dynamic imports count; types in comments do not, since nothing is evaluated for them.
//
// Tools/import-circles lists the circles that stay, with their reasons. Another folder can be checked: check-imports.mjs FOLDER.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const tools = dirname(fileURLToPath(import.meta.url));
const root = process.argv[2] ?? join(tools, "../bridge-js");

/** The paths of the sources below a folder. */
const sources = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const path = folder === "" ? name : `${folder}/${name}`;
    if (entry.isDirectory()) return path === "test" || name === "node_modules" ? [] : sources(path);
    return /\.m?js$/.test(name) && !name.endsWith(".global.js") ? [path] : [];
  });

const statement = /^\s*(?:import|export)\b[^;"'`]*?\bfrom\s*"([^"]+)"|^\s*import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

/** The paths that a source imports from the same package. */
const importsOf = (path) => {
  const code = readFileSync(join(root, path), "utf8").replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(statement)].map(([, ...names]) => names.find((name) => name !== undefined)).flatMap((name) => {
    if (name.startsWith("#deferred/")) return [name.slice("#deferred/".length)];
    return name.startsWith(".") ? [normalize(join(dirname(path), name))] : [];
  });
};

/** For each folder, its children that import one another: name, imported name, and the file and import that do it. */
const arrows = new Map();
for (const path of sources("")) {
  for (const imported of importsOf(path)) {
    const from = path.split("/");
    const to = imported.split("/");
    let depth = 0;
    while (depth < from.length - 1 && depth < to.length - 1 && from[depth] === to[depth]) depth += 1;
    if (from[depth] === to[depth]) continue;
    const folder = from.slice(0, depth).join("/") || ".";
    if (!arrows.has(folder)) arrows.set(folder, []);
    arrows.get(folder).push({ from: from[depth], to: to[depth], reason: `${path} imports ${imported}` });
  }
}

/** The names that a name reaches by one arrow or more. */
const reachedFrom = (list, name) => {
  const found = new Set();
  const visit = (from) => {
    for (const arrow of list) {
      if (arrow.from !== from || found.has(arrow.to)) continue;
      found.add(arrow.to);
      visit(arrow.to);
    }
  };
  visit(name);
  return found;
};

const declared = new Set(
  readFileSync(join(tools, "import-circles"), "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#")));
const problems = [];
for (const [folder, list] of [...arrows].sort()) {
  const reached = new Map([...new Set(list.map(({ from }) => from))].map((name) => [name, reachedFrom(list, name)]));
  const seen = new Set();
  for (const name of [...reached.keys()].sort()) {
    if (seen.has(name) || !reached.get(name).has(name)) continue;
    const circle = [...reached.get(name)].filter((other) => reached.get(other)?.has(name)).sort();
    for (const other of circle) seen.add(other);
    if (declared.delete(`${folder}: ${circle.join(" ")}`)) continue;
    problems.push(`bridge-js/${folder}: a circle of imports between ${circle.join(", ")}:`);
    for (const { from, to, reason } of list) if (circle.includes(from) && circle.includes(to)) problems.push(`  ${reason}`);
  }
}
for (const line of declared) problems.push(`Tools/import-circles: there is no such circle (any more): ${line}`);
if (problems.length > 0) console.error(problems.join("\n"));
process.exitCode = problems.length > 0 ? 1 : 0;
