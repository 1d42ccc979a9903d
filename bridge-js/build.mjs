// Builds the scripts that Swift targets embed, the test kit as one script, and the client of a sample's page as one module.
// `node build.mjs` writes them; `--check` fails if one of them is not up to date.
//
// What esbuild writes depends on its version. `embedded.json` has the version that wrote the committed files, and a digest of
// their sources: with another version `--check` compares the digest only.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expressionOf, makeBuiltIns } from "./built-ins.mjs";
import { split, withClassNames } from "./chunks.mjs";
import { evaluateBuiltIns } from "./evaluate.mjs";
import { absentNames } from "./node/absent-names.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Script, the file made of it, the name of its enum or global, and the export that is the script's value. */
const outputs = [
  [
    "bridge-js/client/page/page.js",
    "Sources/Peers/CausewayWebKit/Page/PageClient+Embedded.swift",
    "PageClient",
    "default",
    "bridge-js/build.mjs from bridge-js/client",
  ],
  [
    "bridge-js/client/page/relay.js",
    "Sources/Peers/CausewayWebKit/Page/PageRelay+Embedded.swift",
    "PageRelay",
    "default",
    "bridge-js/build.mjs from bridge-js/client",
  ],
  [
    "bridge-js/page-console/page.js",
    "Sources/Peers/CausewayWebKit/Console/PageConsoleScript+Embedded.swift",
    "PageConsoleScript",
    "default",
    "bridge-js/build.mjs from bridge-js/page-console",
  ],
  [
    "bridge-js/page-console/relay.js",
    "Sources/Peers/CausewayWebKit/Console/ConsoleRelayScript+Embedded.swift",
    "ConsoleRelayScript",
    "default",
    "bridge-js/build.mjs from bridge-js/page-console",
  ],
  [
    "bridge-js/testing.js",
    "bridge-js/testing.global.js",
    "bridgeTesting",
    "",
    "bridge-js/build.mjs from bridge-js/client/testing",
  ],
];

/**
 * One script of an entry and its imports, whose completion value is the export with that name.
 *
 * @param {string} entry
 * @param {string} name
 * @returns {string}
 */
const bundle = (entry, name) => {
  const flags = ["--bundle", "--format=iife", "--global-name=entry", "--target=es2022", "--charset=ascii"];
  const text = execFileSync("esbuild", [join(root, entry), ...flags, "--minify-whitespace", "--minify-syntax", "--log-level=warning"], {
    encoding: "utf8",
  });
  const head = /^(?:"use strict";)?var entry=/;
  if (!head.test(text)) throw new Error(`${entry}: unexpected beginning of esbuild's output`);
  const script = withClassNames(text).replace(head, "").trimEnd().replace(/;$/, "");
  return name === "" ? `${script};\n` : `"use strict";${script}.${name};\n`;
};

/**
 * A script that defines a global with the exports of a module, for hosts without modules.
 *
 * @param {string} script
 * @param {string} name
 * @param {string} origin
 */
const globalFile = (script, name, origin) => `// Made by ${origin}. Do not edit.\nglobalThis.${name} = ${script}`;

/**
 * A string literal of Swift, whose lines are indented.
 *
 * @param {string} script
 */
const swiftLiteral = (script) => {
  let pounds = "#";
  while (script.includes(`"""${pounds}`) || script.includes(`\\${pounds}`)) pounds += "#";
  const lines = script.trimEnd().split("\n").map((line) => (line === "" ? "" : `    ${line}`)).join("\n");
  return `${pounds}"""\n${lines}\n    """${pounds}`;
};

/**
 * @param {string} script
 * @param {string} name
 * @param {string} origin
 */
const swiftFile = (script, name, origin) => `// Made by ${origin}. Do not edit.

/// The script of this target, as one expression.
enum ${name} {
  static let source: String = ${swiftLiteral(script)}
}
`;

/**
 * @param {string[]} parts
 * @param {string} name
 * @param {string} origin
 */
const swiftFileOfParts = (parts, name, origin) => `// Made by ${origin}. Do not edit.

/// The script of this target, in parts: see \`DeferredScript\`.
enum ${name} {
  static let parts: [String] = [
${parts.map((part) => `    ${swiftLiteral(part)},`).join("\n")}
  ]
}
`;

/** Module, and the file that bundles it with its imports for a page. */
const modules = [["bridge-js/client/json-rpc.js", "Samples/MacroEngine/Sources/MacroRings/Page/bridge.js"]];

/** @param {string} entry */
const bundleModule = (entry) => {
  const flags = ["--bundle", "--format=esm", "--target=es2022", "--charset=ascii", "--minify-whitespace", "--minify-syntax", "--log-level=warning"];
  return `// Made by bridge-js/build.mjs from ${entry}. Do not edit.\n// @ts-nocheck\n${execFileSync("esbuild", [join(root, entry), ...flags], { encoding: "utf8" })}`;
};

/** Script that is split at its deferred imports, and the output as above. */
const inParts = [
  [
    "bridge-js/client/embedded.js",
    "Sources/Peers/CausewayJavaScript/BridgeClient+Embedded.swift",
    "EmbeddedClient",
    "connect",
    "bridge-js/build.mjs from bridge-js/client",
  ],
  [
    "bridge-js/runtime.js",
    "Sources/JavaScript/JavaScriptRuntime/Globals/RuntimeGlobals+Embedded.swift",
    "RuntimeGlobals",
    "install",
    "bridge-js/build.mjs from bridge-js/runtime.js",
  ],
];

/** The declarations that `causeway types` writes, by their names in Swift. */
const declarations = {
  globals: "bridge-js/runtime-types/globals.d.ts",
  language: "bridge-js/runtime-types/language.d.ts",
  performance: "bridge-js/runtime-types/performance.d.ts",
  streams: "bridge-js/runtime-types/streams.d.ts",
  bodies: "bridge-js/runtime-types/bodies.d.ts",
  modules: "bridge-js/runtime-types/modules.d.ts",
  testing: "bridge-js/runtime-types/testing.d.ts",
  client: "bridge-js/index.d.ts",
};

/** The folder with those of the modules of Node. */
const nodeDeclarations = "bridge-js/runtime-types/node";

/** A Swift file with the texts of all declarations. */
const declarationsFile = () => {
  const ofNode = readdirSync(join(root, nodeDeclarations)).sort().map((file) => [`node${file[0]?.toUpperCase()}${file.slice(1).split(".")[0]}`, file]);
  const all = { ...declarations, ...Object.fromEntries(ofNode.map(([name, file]) => [name, `${nodeDeclarations}/${file}`])) };
  const texts = Object.entries(all).map(([name, path]) =>
    `  static let ${name}: String = ${swiftLiteral(readFileSync(join(root, path), "utf8")).replaceAll("\n    \"", "\n\n    \"")}`);
  return `// Made by bridge-js/build.mjs from bridge-js/runtime-types and bridge-js/index.d.ts. Do not edit.

/// The declarations that \`causeway types\` writes.
enum Declarations {
${texts.join("\n\n")}

  /// The files for the modules of Node, by name.
  static let node: [(name: String, text: String)] = [
${ofNode.map(([name, file]) => `    ("node/${file}", ${name}),`).join("\n")}
  ]
}
`;
};

const isCheck = process.argv.includes("--check");
let isStale = false;

/** The files of a folder that the outputs are made of. */
const sources = (/** @type {string} */ folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "test" || entry.name === "node_modules" ? [] : sources(path);
    return /\.(m?js|d\.c?ts)$/.test(entry.name) && !entry.name.endsWith(".global.js") ? [path] : [];
  });

const digest = createHash("sha256");
for (const path of sources("bridge-js").sort()) digest.update(`${path}\n`).update(readFileSync(join(root, path)));
const embedded = {
  esbuild: execFileSync("esbuild", ["--version"], { encoding: "utf8" }).trim(),
  sources: digest.digest("hex"),
};
const embeddedPath = join(root, "bridge-js/embedded.json");
const written = existsSync(embeddedPath) ? JSON.parse(readFileSync(embeddedPath, "utf8")) : {};
const isComparable = !isCheck || written.esbuild === embedded.esbuild;
if (isCheck && written.sources !== embedded.sources) {
  isStale = true;
  console.error('The embedded scripts were made from other sources: run "node bridge-js/build.mjs" and commit them.');
} else if (!isComparable) {
  console.error(`esbuild ${written.esbuild} wrote the embedded scripts, and this is ${embedded.esbuild}: only their sources are compared.`);
}

/**
 * Writes an output, or reports that it is not up to date.
 *
 * @param {string} output
 * @param {string} made
 * @param {string} entry
 */
const put = (output, made, entry) => {
  if (/[^\n\x20-\x7e]/.test(made)) throw new Error(`${entry}: the script is not ASCII`);
  if (!isComparable) return;
  const path = join(root, output);
  const committed = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (made === committed) return;
  isStale = true;
  if (isCheck) console.error(`${output} is not up to date with ${entry}: run "node bridge-js/build.mjs" and commit it.`);
  else writeFileSync(path, made);
};

for (const [entry, output, name, exported, origin] of outputs) {
  const script = bundle(entry, exported);
  put(output, (output.endsWith(".js") ? globalFile : swiftFile)(script, name, origin), entry);
}
/** @type {string[]} */
let runtimeParts = [];
/** @type {Set<string>} */
const builtIns = new Set();
for (const [entry, output, name, exported, origin] of inParts) {
  const script = split(join(root, entry), join(root, "bridge-js"), exported);
  put(output, swiftFileOfParts(script.parts, name, origin), entry);
  for (const used of script.builtIns) builtIns.add(used);
  runtimeParts = script.parts;
}
const made = makeBuiltIns(builtIns);
put(
  "Sources/JavaScript/JavaScriptRuntime/Globals/BuiltIns+Embedded.swift",
  `// Made by bridge-js/build.mjs from bridge-js/shared/primordials.js. Do not edit.

enum BuiltIns {
  /// A script whose value is a function.
  static let source: String = ${swiftLiteral(made.script)}

  /// The lists of words that the function takes, one after the other; an empty line ends a step.
  static let lines: String = ${swiftLiteral(made.lines)}
}
`,
  "bridge-js/shared/primordials.js");
put("Sources/Commands/CausewayCommand/Project/Declarations+Embedded.swift", declarationsFile(), "bridge-js/runtime-types");

/**
 * The names that each module of Node exports, which linking has to know before the module is evaluated.
 *
 * @param {[string, string[]][]} entries
 * @param {string} constant
 * @param {string} comment
 */
const swiftNames = (entries, constant, comment) => `  /// ${comment}
  static let ${constant}: [String: [String]] = [
${entries.map(([name, names]) => `    ${JSON.stringify(name)}: ${JSON.stringify(names).replaceAll(",", ", ")},`).join("\n")}
  ]
`;
const isIdentifier = (/** @type {string} */ name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default";
const { load } = evaluateBuiltIns(runtimeParts, expressionOf(made));
const existing = [...load("module").builtinModules, "causeway:test"].map((name) => name.replace("node:", "")).map((name) => [name, Object.keys(load(name)).filter(isIdentifier).sort()]);
const absent = Object.entries(absentNames).map(([name, list]) => [name, list.split(" ").filter(isIdentifier)]);
put(
  "Sources/JavaScript/JavaScriptModules/Resolution/NodeModule+Exports.swift",
  `// Made by bridge-js/build.mjs from bridge-js/node. Do not edit.\n\n// swift-format-ignore-file\nextension NodeModule {\n${swiftNames(existing, "exports", "The names that the modules export which exist here.")}\n${
    swiftNames(absent, "absentExports", "The names that packages import from modules which do not exist here.")}}\n`,
  "bridge-js/node");
for (const [entry, output] of modules) put(output, bundleModule(entry), entry);
if (!isCheck) writeFileSync(embeddedPath, `${JSON.stringify(embedded, null, 2)}\n`);
process.exitCode = isCheck && isStale ? 1 : 0;
