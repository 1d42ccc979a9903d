// Runs the tests of capnweb, an RPC library over the web's standard APIs, in our runtime and in Node, and fails where Node passes
// and we do not.
// node run.mjs SUITE CAUSEWAY; see `make test-capnweb`.
//
// The suite's own test runner is a package; vitest.js is what the tests use of it. Neither Node 20 nor the engine has `using`: a
// variable takes its place, and the tests that count on its end fail in both.

import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [suite, causeway] = process.argv.slice(2);
const files = ["index", "flow-control", "limits"];
/** The longest time of a file in one engine, in milliseconds. */
const LIMIT = 300_000;

const work = mkdtempSync(join(tmpdir(), "causeway-capnweb-"));
for (const folder of ["src", "__tests__"]) {
  cpSync(join(suite, folder), join(work, folder), { recursive: true });
  for (const name of readdirSync(join(work, folder)).filter((file) => file.endsWith(".ts"))) {
    const file = join(work, folder, name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/\b(?:await )?using (\w+)(?= =|:)/g, "let $1"));
  }
}
mkdirSync(join(work, "node_modules"));
symlinkSync("/usr/share/nodejs/ws", join(work, "node_modules", "ws"));

const bundle = (name, text, ...options) => {
  const [entry, out] = [join(work, `${name}.entry.js`), join(work, `${name}.mjs`)];
  writeFileSync(entry, text);
  execFileSync("esbuild", [entry, "--bundle", "--format=esm", "--target=es2022", "--log-level=error",
    `--alias:vitest=${join(here, "vitest.js")}`, `--outfile=${out}`, ...options], { cwd: work, stdio: "inherit" });
  return out;
};

/** The server that some tests call: the suite's own, in Node. Resolves with its address. */
const startServer = async () => {
  const file = bundle("server", `
    import { setup } from "./__tests__/test-server.ts";
    await setup({ provide: (name, value) => console.log(value) });`, "--platform=node", "--external:ws");
  const child = spawn(process.execPath, ["--experimental-websocket", file], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", (text) => resolve(text.trim()));
    child.once("exit", () => reject(new Error("the suite's server has ended")));
  });
  return { address, stop: () => child.kill() };
};

/** Runs a program; resolves with the lines that it prints. */
const run = (command, ...options) => new Promise((resolve) => {
  const child = spawn(command, options, { stdio: ["ignore", "pipe", "inherit"], timeout: LIMIT });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part) => {
    text += part;
    // Without `using` a test leaves a connection open, and the program would wait for it.
    if (text.endsWith("\nend\n")) child.kill();
  });
  child.once("close", () => resolve(text.split("\n")));
});

/** The names of the tests that passed, and what failed. */
const read = (lines) => ({
  passed: new Set(lines.filter((line) => line.startsWith("ok ")).map((line) => line.slice(3))),
  failed: lines.filter((line) => line.startsWith("failed ")),
  isComplete: lines.includes("end"),
});

const server = await startServer();
let isBehind = false;
try {
  for (const file of files) {
    const out = bundle(file, `import { runAll } from "vitest"; import "./__tests__/${file}.test.ts"; void runAll();`,
      "--platform=neutral", "--main-fields=module,main", "--external:cloudflare:workers", `--define:SERVER="${server.address}"`);
    const node = read(await run(process.execPath, "--experimental-websocket", "--no-warnings", out));
    const ours = read(await run(causeway, "run", "--local-origin", `http://${server.address}`, out));
    const total = Math.max(...[node, ours].map(({ passed, failed }) => passed.size + failed.length));
    console.log(`${file}: ${ours.passed.size} of ${total} pass, ${node.passed.size} in Node`);
    for (const line of ours.failed) console.log(`  ${line}`);
    const behind = [...node.passed].filter((name) => !ours.passed.has(name));
    for (const name of behind) console.log(`  Node passes: ${name}`);
    isBehind ||= behind.length > 0 || !ours.isComplete || ours.passed.size === 0;
  }
} finally {
  server.stop();
  rmSync(work, { recursive: true, force: true });
}
if (isBehind) process.exit(1);
