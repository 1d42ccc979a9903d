// Builds the scripts that Swift targets embed: `node build.mjs` writes them, `--check` says whether they are fresh.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Script, the Swift file made of it, the name of its enum, and the export that the script yields. A script that is not there is left out. */
const outputs = [
  [
    "bridge-js/src/embedded.js",
    "Sources/CausewayJavaScript/BridgeClient+Embedded.swift",
    "EmbeddedClient",
    "default",
    "bridge-js/build.mjs from bridge-js/src",
  ],
  [
    "bridge-js/src/page.js",
    "Sources/CausewayWebKit/Page/PageClient+Embedded.swift",
    "PageClient",
    "default",
    "bridge-js/build.mjs from bridge-js/src",
  ],
  [
    "bridge-js/src/relay.js",
    "Sources/CausewayWebKit/Page/PageRelay+Embedded.swift",
    "PageRelay",
    "default",
    "bridge-js/build.mjs from bridge-js/src",
  ],
  [
    "Sources/JavaScriptRuntime/JavaScript/globals.js",
    "Sources/JavaScriptRuntime/RuntimeGlobals+Embedded.swift",
    "RuntimeGlobals",
    "install",
    "bridge-js/build.mjs from Sources/JavaScriptRuntime/JavaScript",
  ],
];

/**
 * One script of an entry and all that it imports, whose completion value is the export of that name.
 *
 * @param {string} entry
 * @param {string} name
 * @returns {string}
 */
const bundle = (entry, name) => {
  const flags = ["--bundle", "--format=iife", "--global-name=entry", "--target=es2022", "--charset=ascii"];
  const text = execFileSync("esbuild", [join(root, entry), ...flags, "--minify-whitespace", "--log-level=warning"], {
    encoding: "utf8",
  });
  const head = /^(?:"use strict";)?var entry=/;
  if (!head.test(text)) throw new Error(`${entry}: esbuild's output does not begin as expected`);
  const script = text.replace(head, "").trimEnd().replace(/;$/, "");
  return `"use strict";${script}.${name};\n`;
};

/**
 * @param {string} script
 * @param {string} name
 * @param {string} origin
 */
const swiftFile = (script, name, origin) => {
  let pounds = "#";
  while (script.includes(`"""${pounds}`) || script.includes(`\\${pounds}`)) pounds += "#";
  const lines = script.trimEnd().split("\n").map((line) => `    ${line}`).join("\n");
  return `// Made by ${origin}. Do not edit.

/// The script of this target, as one expression.
enum ${name} {
  static let source: String = ${pounds}"""
${lines}
    """${pounds}
}
`;
};

const isCheck = process.argv.includes("--check");
let isStale = false;
for (const [entry, output, name, exported, origin] of outputs) {
  if (!existsSync(join(root, entry))) continue;
  const script = bundle(entry, exported);
  if (/[^\n\x20-\x7e]/.test(script)) throw new Error(`${entry}: the script is not plain ASCII`);
  const made = swiftFile(script, name, origin);
  const path = join(root, output);
  const committed = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (made === committed) continue;
  isStale = true;
  if (isCheck) console.error(`${output} is not what ${entry} makes: run "node bridge-js/build.mjs" and commit it.`);
  else writeFileSync(path, made);
}
process.exitCode = isCheck && isStale ? 1 : 0;
