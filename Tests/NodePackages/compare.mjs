// Runs programs over packages of npm in Node and in `causeway run`, and compares what they print and their exit statuses.
//
//   node Tests/NodePackages/compare.mjs path/to/causeway path/of/fetched/packages [part of a program's name]
//
// `programs` uses the interfaces of one package each; `large` runs whole tools over large inputs. Each program has a directory of
// its own, with the packages that it names, and what these depend on, in node_modules, as npm would install them. Comments at its
// beginning say more:
//
//   // packages: a b           packages that it uses and does not import
//   // status: 1               the exit status that it is meant to have, in Node too
//   // options: --folder ...   options of `causeway run`; the directory `out` is empty at the start
//
// differences.json lists the lines that only one of the two prints, with the reason. An entry that is no longer true is a failure.

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { availableParallelism } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [causeway, packages, wanted = ""] = process.argv.slice(2);
if (packages === undefined) throw new Error("The arguments are the path of causeway and that of the packages.");
const here = dirname(fileURLToPath(import.meta.url));
const minute = 60_000;
const usr = join(resolve(packages), "root/usr");
const stores = ["share/nodejs", "lib/nodejs", `lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/nodejs`].map((store) => join(usr, store));

/** The package of a specifier; undefined for files and for Node's own modules. */
const packageOf = (specifier) => {
  if (/^(\.|node:)/.test(specifier) || builtinModules.includes(specifier)) return undefined;
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
};

/** The words of a comment at the beginning of a program. */
const words = (text, name) => (new RegExp(`^// ${name}: (.*)$`, "m").exec(text)?.[1] ?? "").split(" ").filter((word) => word !== "");

/** The packages that a program imports, or whose files it reads. */
const packagesOf = (text) => {
  const listed = words(text, "packages");
  const specifiers = [...text.matchAll(/(?:require\("|require\.resolve\("|from "|import\("|import "|"node_modules\/)([^"'`\s]+)"/g)];
  return [...new Set([...listed, ...specifiers.map(([, specifier]) => packageOf(specifier)).filter((name) => name !== undefined)])];
};

/** Links a package and all that it depends on into a directory; returns whether it was fetched. */
const install = (name, directory) => {
  const target = join(directory, name);
  if (existsSync(target)) return true;
  const source = stores.map((store) => join(store, name)).find((path) => existsSync(path));
  if (source === undefined) return false;
  mkdirSync(dirname(target), { recursive: true });
  const { status, stderr } = spawnSync("cp", ["--recursive", "--link", "--dereference", source, target], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  for (const list of manifestsIn(target)) {
    // What is missing is not needed, or the program says so.
    for (const other of Object.keys({ ...list.dependencies, ...list.peerDependencies, ...list.optionalDependencies })) install(other, directory);
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

/** Runs a command in an empty `out`; resolves to its status, what it printed and its errors. */
const run = (directory, command, ...parameters) => {
  rmSync(join(directory, "out"), { recursive: true, force: true });
  mkdirSync(join(directory, "out"));
  return new Promise((done) => {
    const began = performance.now();
    const child = spawn(command, parameters, { cwd: directory, timeout: 2 * minute, killSignal: "SIGKILL", stdio: ["ignore", "pipe", "pipe"] });
    const texts = { output: "", problem: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (texts.output += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (texts.problem += text));
    child.on("error", (error) => (texts.problem += error.message));
    child.on("close", (status, signal) => done({ ...texts, status: status ?? signal, seconds: (performance.now() - began) / 1000 }));
  });
};

/** The lines of a run in a directory, which has another name in each run, with its status as the last one. */
const linesOf = ({ output, status }, directory) => [...output.replaceAll(directory, "DIRECTORY").split("\n"), `exit status ${status}`];

/** The lines of the first list that the second does not have as often. */
const without = (lines, others) => {
  const counts = new Map();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
};

const base = mkdtempSync(join(resolve(packages), "run-"));
const differences = JSON.parse(readFileSync(join(here, "differences.json"), "utf8"));
const used = new Set();
const results = { same: [], known: [], failed: [], absent: [] };

/** Runs a program in both, and returns the list of results to which it belongs, with what to print. */
const compare = async (program) => {
  const file = join(here, program);
  const text = readFileSync(file, "utf8");
  const names = packagesOf(text);
  const directory = join(base, program.replace("/", "-"));
  const modules = join(directory, "node_modules");
  mkdirSync(modules, { recursive: true });
  const missing = names.filter((name) => !install(name, modules));
  if (missing.length > 0) return ["absent", `not run, because Debian has no package here with ${missing.join(", ")}`];
  for (const name of names) used.add(name);
  cpSync(file, join(directory, basename(file)));
  if (text.includes('"docs/')) cpSync(join(here, "../../docs"), join(directory, "docs"), { recursive: true });
  const node = await run(directory, process.execPath, basename(file));
  const own = await run(directory, resolve(causeway), "run", "--root", ".", ...words(text, "options"), basename(file));
  rmSync(directory, { recursive: true });
  if (node.status !== Number(words(text, "status"))) return ["failed", `ends with status ${node.status} in Node itself\n${node.output}${node.problem}`];
  const [lines, others] = [linesOf(node, directory), linesOf(own, directory)];
  const found = lines.join("\n") === others.join("\n") ? undefined : { node: without(lines, others), causeway: without(others, lines) };
  const expected = differences[program];
  if (found === undefined) return expected === undefined ? ["same"] : ["failed", "no longer differs: remove it from differences.json"];
  if (expected === undefined || ["node", "causeway"].some((side) => found[side].join("\n") !== expected[side].join("\n"))) {
    return ["failed", `differs${expected === undefined ? "" : " in other lines than differences.json says"}: ${JSON.stringify(found, undefined, 2)}\n${own.problem}`];
  }
  return ["known", `differs as listed: ${expected.reason}`];
};

const programs = ["programs", "large"].flatMap((folder) => readdirSync(join(here, folder)).sort().map((name) => `${folder}/${name}`)).filter((name) => name.includes(wanted));
const unknown = Object.keys(differences).filter((name) => !existsSync(join(here, name)));
const waiting = programs.values();
let done = 0;
const work = async () => {
  for (const program of waiting) {
    const [result, message] = await compare(program);
    results[result].push(program);
    done += 1;
    if (process.stdout.isTTY) process.stdout.write("\r\x1b[K");
    // All of a message only for a run of some programs: large programs print thousands of lines.
    if (message !== undefined) console.log(`${program}: ${wanted === "" ? message.slice(0, 2000) : message}`);
    if (process.stdout.isTTY) process.stdout.write(`${done} of ${programs.length} programs`);
  }
};
try {
  await Promise.all(Array.from({ length: availableParallelism() }, work));
} finally {
  rmSync(base, { recursive: true });
}
if (process.stdout.isTTY) process.stdout.write("\r\x1b[K");

const ran = programs.filter((name) => !results.absent.includes(name));
const large = ran.filter((name) => name.startsWith("large/"));
const plural = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
console.log(`${plural(ran.length - large.length, "program")} and ${plural(large.length, "large program")} over ${plural(used.size, "package")} of npm:`);
console.log(`${results.same.length} the same as in Node ${process.version}, ${plural(results.known.length, "listed difference")}, ${results.failed.length} failed, ${results.absent.length} not run.`);
if (results.failed.length > 0) console.log(`Failed: ${results.failed.join(", ")}`);
if (unknown.length > 0) console.log(`differences.json lists programs that do not exist: ${unknown.join(", ")}`);
process.exitCode = results.failed.length + unknown.length > 0 || ran.length === 0 ? 1 : 0;
