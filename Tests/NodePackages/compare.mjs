// Runs the programs of this folder, each over packages of npm, in Node and in `causeway run`, and compares what they print.
//
//   node Tests/NodePackages/compare.mjs path/to/causeway [part of a program's name]
//
// The packages are those that Debian installs below /usr/share/nodejs. They are copied with what they depend on to the folder
// node_modules of a temporary directory, as npm would install them.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [causeway, wanted = ""] = process.argv.slice(2);
if (causeway === undefined) throw new Error("The first argument is the path of causeway.");
const folder = join(dirname(fileURLToPath(import.meta.url)), "programs");
const stores = ["/usr/share/nodejs", "/usr/lib/nodejs", "/usr/lib/x86_64-linux-gnu/nodejs"];
const minute = 60_000;

const root = mkdtempSync(join(tmpdir(), "causeway-npm-"));
const installed = join(root, "node_modules");
mkdirSync(installed);

/** The package of a specifier; undefined for files and for Node's own modules. */
const packageOf = (specifier) => {
  if (specifier.startsWith(".") || specifier.startsWith("node:")) return undefined;
  const name = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  return builtinModules.includes(specifier) ? undefined : name;
};

/** Copies a package and all that it depends on; returns whether it is there. */
const install = (name) => {
  const target = join(installed, name);
  if (existsSync(target)) return true;
  const source = stores.map((store) => join(store, name)).find((path) => existsSync(path));
  if (source === undefined) return false;
  cpSync(source, target, { recursive: true, dereference: true });
  for (const list of manifestsIn(target)) {
    // What is missing is not needed, or the program says so.
    for (const other of Object.keys({ ...list.dependencies, ...list.peerDependencies, ...list.optionalDependencies })) install(other);
  }
  return true;
};

/** The package.json of a package and of the packages within it. */
const manifestsIn = (path) => {
  const file = join(path, "package.json");
  const own = existsSync(file) ? [JSON.parse(readFileSync(file, "utf8"))] : [];
  const inner = join(path, "node_modules");
  if (!existsSync(inner)) return own;
  const names = readdirSync(inner).flatMap((name) => (name.startsWith("@") ? readdirSync(join(inner, name)).map((part) => `${name}/${part}`) : [name]));
  return [...own, ...names.flatMap((name) => manifestsIn(join(inner, name)))];
};

const run = (command, ...parameters) => {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { cwd: root, encoding: "utf8", timeout: 2 * minute });
  return { status, output: stdout, problem: error?.message ?? stderr };
};

const failed = [];
const absent = [];
const programs = readdirSync(folder).filter((name) => name.includes(wanted)).sort();
try {
  for (const program of programs) {
    const text = readFileSync(join(folder, program), "utf8");
    const names = [...text.matchAll(/(?:require\(|from )"([^"]+)"/g)].map(([, specifier]) => packageOf(specifier)).filter((name) => name !== undefined);
    const missing = names.filter((name) => !install(name));
    if (missing.length > 0) {
      absent.push(program);
      console.log(`${program}: not run, because these packages are not installed: ${missing.join(", ")}`);
      continue;
    }
    cpSync(join(folder, program), join(root, program));
    const node = run(process.execPath, program);
    const own = run(resolve(causeway), "run", "--root", ".", program);
    if (node.status !== 0) {
      failed.push(program);
      console.log(`${program}: fails in Node itself\n${node.problem}`);
    } else if (own.status !== 0 || own.output !== node.output) {
      failed.push(program);
      console.log(`${program}: differs\n--- Node\n${node.output}--- causeway, status ${own.status}\n${own.output}${own.problem}`);
    }
  }
} finally {
  rmSync(root, { recursive: true });
}
const count = programs.length - absent.length;
console.log(`${count - failed.length} of ${count} programs print the same as in Node ${process.version}${absent.length > 0 ? `; ${absent.length} were not run` : ""}.`);
if (failed.length > 0) console.log(`Not the same: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 || count === 0 ? 1 : 0;
