// Starts and ends the program whose pages are tested.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The path of the program. */
export const path = process.env.MACRO_ENGINE ?? new URL("../../../../.build/debug/macro-engine", import.meta.url).pathname;

/** A folder for the macro file of one test. */
export const makeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "macro-engine-"));
  return { file: join(folder, "macros.json"), remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Starts the program; resolves when the program has printed its address. */
export const start = (file, { port = 0, token = undefined, limit = 0.3 } = {}) =>
  startWith(["--port", String(port), "--state", file, "--limit", String(limit)], token);

/** Starts the program with these arguments. */
export const startWith = async (options, token = undefined) => {
  const environment = token === undefined ? process.env : { ...process.env, MACRO_ENGINE_TOKEN: token };
  const child = spawn(path, options, {
    env: environment, stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part) => {
      text += part;
      const found = /^Open (\S+)$/m.exec(text);
      if (found) resolve(found[1]);
    });
    child.once("exit", (code) => reject(new Error(`macro-engine ended with ${code} before it listened`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    stop: (signal = "SIGTERM") => new Promise((done, reject) => {
      const limit = setTimeout(() => {
        child.kill("SIGKILL");
        reject(new Error(`macro-engine did not end within 15 s of ${signal}`));
      }, 15_000);
      child.once("exit", (code) => {
        clearTimeout(limit);
        done(code);
      });
      child.kill(signal);
    }),
  };
};
