// Starts the suite's server.

import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/**
 * @param {string} suite
 * @returns {Promise<{ ports: number[], origins: string[], stop: () => void }>}
 */
export const startServer = (suite) =>
  new Promise((resolve, reject) => {
    // The server ends when its standard input does, so it ends with this process.
    const child = spawn("python3", ["-B", join(here, "server.py"), suite], { stdio: ["pipe", "pipe", "inherit"] });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`The server has ended with ${code}`)));
    child.stdout.setEncoding("utf8").once("data", (text) => {
      const ports = JSON.parse(text);
      const origins = ["localhost", "127.0.0.1"].flatMap((host) => ports.map((/** @type {number} */ port) => `http://${host}:${port}`));
      resolve({ ports, origins, stop: () => child.stdin.end() });
    });
  });
