// Runs a bundle in a process and reads its results.

import { spawn } from "node:child_process";

/** The milliseconds after which the process of a file is killed. */
const limit = 30_000;
const longLimit = 90_000;

/** The status of a test in the suite's own numbers. */
const PASS = 0;
const OPTIONAL = 4;

/** @typedef {{ results: Map<string, string>, end: string }} Outcome the message of each test, empty for one that passed */

/**
 * @param {string[]} command the bundle's path is appended
 * @param {string} bundle
 * @param {boolean} isLong
 * @returns {Promise<Outcome>}
 */
export const runBundle = ([program, ...parameters], bundle, isLong) =>
  new Promise((resolve) => {
    const results = new Map();
    let end = "";
    let rest = "";
    const child = spawn(program, [...parameters, bundle], { stdio: ["ignore", "pipe", "pipe"] });
    const timer = setTimeout(() => {
      end = "timeout";
      child.kill("SIGKILL");
    }, isLong ? longLimit : limit);
    const add = (line) => {
      if (line[0] === "\u0001") {
        const [name, status, message] = JSON.parse(line.slice(1));
        if (status !== OPTIONAL) results.set(name, status === PASS ? "" : message || "failed");
      } else if (line[0] === "\u0002") {
        const [status, message] = JSON.parse(line.slice(1));
        end = status === PASS ? "complete" : `harness: ${message}`;
        child.kill("SIGKILL");
      }
    };
    child.stdout.setEncoding("utf8").on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      lines.forEach(add);
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors = (errors + text).slice(0, 2000);
    });
    child.on("close", () => {
      clearTimeout(timer);
      resolve({ results, end: end || `ended early: ${errors.trim().split("\n")[0]}` });
    });
  });
