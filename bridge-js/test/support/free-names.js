// The names that a script takes from the global object, as the TypeScript compiler finds them.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A library without names for values, but for two that cannot be replaced: any other undefined name is an error. */
const types = "Array<T> Boolean Function IArguments Number Object RegExp String CallableFunction NewableFunction".split(" ");
const library = `${types.map((name) => `interface ${name} {}`).join("\n")}\ndeclare const NaN, Infinity;`;

/**
 * @param {string[]} scripts
 * @returns {string[]} `number of the script: name`
 */
export const freeNames = (scripts) => {
  const folder = mkdtempSync(join(tmpdir(), "causeway-names-"));
  try {
    const files = scripts.map((script, index) => {
      writeFileSync(join(folder, `${index}.js`), script);
      return `${index}.js`;
    });
    writeFileSync(join(folder, "library.d.ts"), library);
    const flags = ["--noLib", "--allowJs", "--checkJs", "--noEmit", "--target", "es2022"];
    const { stdout } = spawnSync("tsc", [...flags, "library.d.ts", ...files], { cwd: folder, encoding: "utf8" });
    const found = [...stdout.matchAll(/^(\d+)\.js\(.*Cannot find name '(\w+)'/gm)].map(([, number, name]) => `${number}: ${name}`);
    // The compiler knows this name in any library.
    scripts.forEach((script, index) => {
      if (/\bglobalThis\b/.test(script)) found.push(`${index}: globalThis`);
    });
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
