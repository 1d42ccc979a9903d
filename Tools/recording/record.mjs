// @ts-check
// Runs the commands of session.txt in a terminal and writes the README's picture of it: record.mjs CAUSEWAY OUTPUT.svg
//
// Each command is really run, by script(1) for a terminal, in a network namespace of its own with one Ethernet link: so the
// picture shows no address or name of the machine that made it. The output appears at the speed at which it came.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { picture } from "./picture.mjs";

const [causeway, output] = process.argv.slice(2);
const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const commands = readFileSync(join(here, "session.txt"), "utf8").trim().split("\n");

const directory = mkdtempSync(join(tmpdir(), "causeway-recording-"));
symlinkSync(resolve(causeway), join(directory, "causeway"));
cpSync(join(here, "slow.ts"), join(directory, "slow.ts"));

const network = "ip link set lo up; ip link add eth0 type veth peer name uplink; ip link set uplink up; ip link set eth0 up";

/**
 * Runs a command in a terminal; the pieces of its output with the milliseconds since its start.
 * @param {string} command
 * @returns {Promise<{ at: number, text: string }[]>}
 */
const run = (command) => new Promise((fulfil, reject) => {
  const child = spawn("unshare", ["--user", "--map-root-user", "--net", "sh", "-c", `${network}; exec script --quiet --return --command "$0" /dev/null`, command], {
    cwd: directory,
    env: { PATH: `${directory}:${process.env.PATH}`, HOME: directory, TERM: "xterm-256color", LANG: "C.UTF-8", COLUMNS: "92" },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 30_000,
  });
  const start = performance.now();
  /** @type {{ at: number, text: string }[]} */
  const pieces = [];
  child.stdout.setEncoding("utf8").on("data", (text) => pieces.push({ at: performance.now() - start, text }));
  child.on("error", reject).on("close", (_, signal) => (signal ? reject(new Error(`${command}: ${signal}`)) : fulfil(pieces)));
});

try {
  const session = [];
  for (const command of commands) session.push({ command, pieces: await run(command) });
  const svg = picture(session);
  if (svg.length > 100_000) throw new Error(`The picture has ${svg.length} bytes, more than 100,000`);
  writeFileSync(output, svg);
  console.log(`${output}: ${svg.length} bytes`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
