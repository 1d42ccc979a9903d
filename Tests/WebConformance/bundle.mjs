// Finds test files of the suite, and makes one script of each with what it includes.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** @typedef {{ file: string, variant: string, isLong: boolean }} Case */

/**
 * The test files in a folder of the suite.
 *
 * @param {string} root
 * @param {string} folder
 * @returns {string[]} paths in the suite
 */
export const filesIn = (root, folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(root, path);
      return path.endsWith(".any.js") ? [path] : [];
    })
    .sort();

/**
 * The values of a key in the comments at the head of a test file.
 *
 * @param {string} text
 * @param {string} key
 */
const metadata = (text, key) => [...text.matchAll(/^\/\/ META: *(\w+)=(.*)$/gm)].filter(([, name]) => name === key).map(([, , value]) => value.trim());

/**
 * The runs of a test file: one for each of its variants.
 *
 * @param {string} root
 * @param {string} file
 * @returns {Case[]}
 */
export const casesOf = (root, file) => {
  const text = readFileSync(join(root, file), "utf8");
  const variants = metadata(text, "variant");
  const isLong = metadata(text, "timeout").includes("long");
  return (variants.length === 0 ? [""] : variants).map((variant) => ({ file, variant, isLong }));
};

/**
 * The paths of the scripts that a test file includes.
 *
 * @param {string} file
 * @param {string} text
 */
const includesOf = (file, text) =>
  metadata(text, "script").map((path) => (path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(file), path)));

/**
 * A script that a test file includes and Debian's package does not carry.
 *
 * @param {string} root
 * @param {string} file
 */
export const missingInclude = (root, file) =>
  includesOf(file, readFileSync(join(root, file), "utf8")).find((path) => !existsSync(join(root, path)));

/**
 * The script of a case: testharness.js, our reporter, the included scripts and the test.
 *
 * @param {string} root
 * @param {Case} test
 * @param {number[]} ports those of the suite's server
 */
export const bundleOf = (root, { file, variant }, ports) => {
  const read = (/** @type {string} */ path) => {
    const text = readFileSync(join(root, path), "utf8");
    return path.includes(".sub.") ? substituted(text, ports) : text;
  };
  const text = read(file);
  const scripts = [...includesOf(file, text).map(read), text];
  const hasServer = needsServer(file);
  const base = hasServer ? `http://localhost:${ports[0]}` : "https://web-platform.test";
  const path = hasServer ? `/${file.replace(/\.js$/, ".html")}` : "/";
  const context = { href: base + path + variant, files: hasServer ? {} : dataOf(root, file, scripts), hasBase: hasServer };
  const isStrict = /^(?:\s|\/\/.*\n)*(["'])use strict\1/.test(text);
  return [
    ...(isStrict ? ['"use strict"'] : []),
    `globalThis.$wpt = ${JSON.stringify(context)};`,
    readFileSync(join(here, "prelude.js"), "utf8"),
    read("resources/testharness.js"),
    readFileSync(join(here, "reporter.js"), "utf8"),
    ...scripts,
    "done();",
  ].join("\n;\n");
};

/** @param {string} file */
export const needsServer = (file) => file.startsWith("fetch/");

/** @param {string} file */
export const needsFetch = (file) => needsServer(file) || file.endsWith("-with-fetch.any.js");

/**
 * A text with the addresses of the server where the suite's own server puts them.
 *
 * @param {string} text
 * @param {number[]} ports
 */
const substituted = (text, ports) =>
  text.replace(/\{\{([^}]+)\}\}/g, (_, /** @type {string} */ name) => {
    const port = /^ports\[(\w+)\]\[(\d)\]$/.exec(name);
    // Nothing listens on port 1, and the server has no TLS.
    if (port !== null) return `${(port[1] === "http" ? ports[Number(port[2])] : undefined) ?? 1}`;
    return name.startsWith("hosts[alt]") ? "127.0.0.1" : "localhost";
  });

/**
 * The data files that a test fetches: JSON beside it, and the interface definitions that it names.
 *
 * @param {string} root
 * @param {string} file
 * @param {string[]} scripts
 */
const dataOf = (root, file, scripts) => {
  /** @type {{ [path: string]: string }} */
  const files = {};
  for (const script of scripts) {
    for (const [, path] of script.matchAll(/fetch\("([^"]+\.json)"\)/g)) {
      const data = join(root, dirname(file), path);
      if (existsSync(data)) files[path] = readFileSync(data, "utf8");
    }
    if (!posix.basename(file).startsWith("idlharness")) continue;
    for (const [, name] of script.matchAll(/['"]([\w-]+)['"]/g)) {
      const path = `interfaces/${name}.idl`;
      if (existsSync(join(root, path))) files[path] = readFileSync(join(root, path), "utf8");
    }
  }
  return files;
};
