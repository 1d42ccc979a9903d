// Measures the web's standard APIs in our runtime beside Node, and beside curl and openssl.
// node run.mjs CAUSEWAY [ROW ...]; see `make bench-web`.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [causeway, ...wanted] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "causeway-bench-web-"));
const child = spawn(process.execPath, [join(here, "server.mjs")], { stdio: ["ignore", "pipe", "inherit"] });
const [port] = await once(child.stdout, "data");
const server = `http://127.0.0.1:${`${port}`.trim()}`;
const rounds = 5;

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const run = (command, args) => execFileSync(command, args, { encoding: "utf8", timeout: 600_000, stdio: ["ignore", "pipe", command === "openssl" ? "ignore" : "inherit"] });
const timed = (command, args) => {
  const start = performance.now();
  run(command, args);
  return performance.now() - start;
};

/** @type {[row: string, title: string, reference: string, goal: number | undefined, measure: (() => number) | undefined][]} */
const rows = [
  ["pipe", "a stream pipe of 20,000 chunks of 64 KB", "Node", undefined, undefined],
  ["fetchMany", "fetch of 10,000 small answers, 64 in flight", "Node", 1.3, undefined],
  ["fetchLarge", "fetch of 1 GB", "curl", 1.2, () => timed("curl", ["--silent", "--output", "/dev/null", `${server}/large`])],
  ["sha256", "SHA-256 of 100 MB", "openssl", 1.05, () => {
    // Bytes a second of blocks of 16 KB.
    const line = run("openssl", ["speed", "-seconds", "1", "-mr", "-evp", "sha256"]).split("\n").find((text) => text.startsWith("+F:"));
    return (100_000_000 / Number(line.split(":").at(-1))) * 1000;
  }],
  ["clone", "structuredClone of 1,000 records, 20 times", "Node", 1.0, undefined],
  ["cloneSmall", "structuredClone of a small object, 20,000 times", "Node", 1.0, undefined],
  ["url", "new URL(text).pathname, 20,000 times", "Node", 2, undefined],
  ["urlRelative", "new URL(text, base).href, 20,000 times", "Node", undefined, undefined],
  ["decodeShort", "TextDecoder, 1.3 KB, 20,000 times", "Node", 1.2, undefined],
  ["base64", "atob(btoa(text)) of 1.3 KB, 20,000 times", "Node", undefined, undefined],
  ["timers", "100,000 timers within 10 ms", "Node", undefined, undefined],
  ["timersCleared", "100,000 timers, set and cleared", "Node", undefined, undefined],
  ["decode", "TextDecoder, 5 MB of ASCII, 10 times", "Node", undefined, undefined],
  ["decodeMixed", "TextDecoder, 9 MB of mixed text, 10 times", "Node", undefined, undefined],
];

// Without the trait Plugins the command line has no `fetch`, and no option for it.
const origins = run(causeway, ["run", "--help"]).includes("--local-origin") ? ["--local-origin", server] : [];

console.log("| | reference | reference, ms | causeway, ms | ratio | goal |\n| --- | --- | ---: | ---: | ---: | ---: |");
try {
  for (const [row, title, reference, goal, measure] of rows) {
    if (wanted.length > 0 && !wanted.includes(row)) continue;
    const program = join(folder, `${row}.mjs`);
    writeFileSync(program, `globalThis.row = ${JSON.stringify(row)}; globalThis.server = ${JSON.stringify(server)};\n${readFileSync(join(here, "rows.js"), "utf8")}`);
    const ours = [], theirs = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(run(causeway, ["run", ...origins, program]).trim());
      if (ours[0] === "absent") break;
      theirs.push(measure === undefined ? Number(run(process.execPath, [program])) : measure());
    }
    if (ours[0] === "absent") {
      console.log(`| ${title} | ${reference} | | built without the trait Plugins | | |`);
      continue;
    }
    const [own, other] = [median(ours.map(Number)), median(theirs)];
    console.log(`| ${title} | ${reference} | ${other.toFixed(1)} | ${own.toFixed(1)} | **${(own / other).toFixed(2)}** | ${goal ?? ""} |`);
  }
} finally {
  child.kill();
  rmSync(folder, { recursive: true });
}
