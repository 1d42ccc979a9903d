// Measures what a debugger and a profile cost: node run.mjs CAUSEWAY [ROUNDS [CALLS]]
//
// Each round runs a program as it is, with the option that is measured, and as it is again; the ratio of the round is the
// time with the option by the mean of the two others. Printed is the median of the rounds, with the least and the greatest.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [command, rounds = "7", calls = "200000"] = process.argv.slice(2);
if (command === undefined) throw new Error("usage: run.mjs CAUSEWAY [ROUNDS [CALLS]]");
const limitMilliseconds = 120_000;

/** Each program prints the milliseconds that its loop takes, after a warm-up. */
const programs = {
  "awaited calls": `
    const work = async (count) => { let sum = 0; for (let i = 0; i < count; i++) sum += await bridge.call("bench.one"); return sum; };
    const check = ${calls};`,
  "synchronous calls": `
    const work = (count) => { let sum = 0; for (let i = 0; i < count; i++) sum += bridge.callSync("bench.one"); return sum; };
    const check = ${calls};`,
  "functions and objects": `
    class Point { constructor(x, y) { this.x = x; this.y = y; } add(other) { return new Point(this.x + other.x, this.y + other.y); } }
    const work = (count) => { let sum = new Point(0, 0); const one = new Point(1, 0); for (let i = 0; i < count * 100; i++) sum = sum.add(one); return sum.x; };
    const check = ${calls} * 100;`,
};
const measure = `
  await work(${calls} / 10);
  const began = performance.now();
  const sum = await work(${calls});
  const time = performance.now() - began;
  if (sum !== check) throw new Error("wrong sum " + sum);
  console.log("time", time);
`;

/** A debugger that attaches and sets nothing but its exception filters. */
const attach = (path, filters) =>
  new Promise((resolve, reject) => {
    const socket = connect(path);
    let sequence = 0;
    const send = (name, args = {}) => {
      const body = JSON.stringify({ type: "request", seq: ++sequence, command: name, arguments: args });
      socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    };
    let text = "";
    socket.on("data", (data) => {
      text += data;
      if (text.includes('"command":"configurationDone"')) resolve(socket);
    });
    socket.on("error", reject);
    send("initialize");
    send("attach");
    send("setExceptionBreakpoints", { filters });
    send("configurationDone");
  });

/** Runs a program; resolves to the milliseconds that it prints. */
const run = (options, filters) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, ["run", "--mock", mock, ...options], { timeout: limitMilliseconds });
    let output = "";
    let errors = "";
    let debuggerSocket;
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => {
      errors += data;
      const path = /connect to (.+)\.\n/.exec(errors)?.[1];
      if (path === undefined || debuggerSocket !== undefined || filters === undefined) return;
      debuggerSocket = attach(path, filters).catch(reject);
    });
    child.on("close", async (status) => {
      (await debuggerSocket)?.destroy();
      const time = /^time ([\d.]+)$/m.exec(output)?.[1];
      if (status === 0 && time !== undefined) resolve(Number(time));
      else reject(new Error(`status ${status}: ${output}${errors}`));
    });
  });

const folder = mkdtempSync(join(tmpdir(), "inspector-"));
const mock = join(folder, "mock.json");
writeFileSync(mock, JSON.stringify({ "bench.one": { answer: 1 } }));
const wait = ["--inspect-wait"];
const settings = {
  "--inspect, nobody attached": [["--inspect"]],
  "a debugger attached, no breakpoints": [wait, []],
  "the same, uncaught exceptions": [wait, ["uncaught"]],
  "--cpu-prof": [["--cpu-prof", join(folder, "out.cpuprofile")]],
};

try {
  for (const [name, text] of Object.entries(programs)) {
    const file = join(folder, "main.mjs");
    writeFileSync(file, text + measure);
    for (const [setting, [options, filters]] of Object.entries(settings)) {
      const ratios = [];
      const times = [];
      for (let round = 0; round < Number(rounds); round++) {
        const before = await run([file]);
        const measured = await run([...options, file], filters);
        const after = await run([file]);
        times.push(before, after);
        ratios.push((2 * measured) / (before + after));
      }
      ratios.sort((a, b) => a - b);
      times.sort((a, b) => a - b);
      const [median, least, most] = [ratios[ratios.length >> 1], ratios[0], ratios.at(-1)].map((ratio) => ratio.toFixed(2));
      console.log(`${name}, ${setting}: ${median} (${least} to ${most}); as it is ${times[times.length >> 1].toFixed(0)} ms`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
