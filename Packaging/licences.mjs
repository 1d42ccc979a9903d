// The licences of the software that our programs contain:
//   node Packaging/licences.mjs --renew | --check   docs/licences.md
//   node Packaging/licences.mjs --copyright         the file copyright of the Debian packages
//   node Packaging/licences.mjs --notices           what the packages' files NOTICE say
// Package.resolved and .build/checkouts, or RESOLVED and CHECKOUTS, are those of a build with every trait.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packages, swiftLibraries } from "./components.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const unicode = readFileSync(new URL("licences/Unicode-3.0.txt", import.meta.url), "utf8");

/** @returns {import("./components.mjs").Component[]} */
const all = () => [
  ...packages(process.env.RESOLVED ?? `${root}Package.resolved`, process.env.CHECKOUTS ?? `${root}.build/checkouts`),
  ...swiftLibraries(undefined, unicode),
];

/** docs/licences.md. Without versions, which differ from clone to clone: the manifest gives ranges. */
export const table = (components) => {
  const rows = components.map(({ name, licence, address, within }) =>
    `| [${name}](${address}) | ${within === undefined ? "" : `inside ${within}`} | ${licence} |`);
  return `# Licences

Find out which licences apply to a program that uses Causeway, and update this list after a change of the dependencies:

\`\`\`sh
make licences   # writes this page from the packages that a build fetched
\`\`\`

Causeway is licensed under the [Apache License 2.0](../LICENSE). The table lists the licences of all software that a build with
every trait fetches or that our programs contain, as recognized from the files of each package. \`make release\` fails if a package is
missing here. A program that links only some of our libraries contains less; no program contains swift-syntax, which only expands
macros.

| software | | licence |
| --- | --- | --- |
${rows.join("\n")}

Loaded from the system and not contained: JavaScriptCore and WebKitGTK (LGPL-2.1-or-later, BSD-2-Clause), GLib
(LGPL-2.1-or-later), SQLite (public domain), zlib (Zlib), brotli (MIT), zstd (BSD-3-Clause), with the
trait \`NATS\` libnats (Apache-2.0), and the C library.

The Debian packages contain the licence texts in \`/usr/share/doc/causeway/copyright\` and \`NOTICE.gz\`.
`;
};

/** A text as a field of a Debian control file: indented, empty lines as dots. */
const folded = (text) => text.trimEnd().split("\n").map((line) => (line.trim() === "" ? " ." : ` ${line.trimEnd()}`)).join("\n");

const apache = `On Debian, the text of the Apache License is in /usr/share/common-licenses/Apache-2.0.`;

/** Machine-readable: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/ */
export const copyright = (components, ours) => {
  const holders = (text) => {
    const lines = text.split("\n").map((line) => line.trim()).filter((line) => /^copyright\b.*\d{4}/i.test(line));
    return lines.length > 0 ? [...new Set(lines.map((line) => line.replace(/^copyright\s*(\(c\)|©)?\s*/i, "")))] : ["its authors"];
  };
  const stanzas = components.filter(({ name }) => name !== "swift-syntax").map(({ name, address, licence, text, notice, within }) => {
    const isApache = licence.startsWith("Apache-2.0");
    const from = isApache ? (notice ?? (within === undefined ? "" : text)) : text;
    // The name of a licence in this format has no spaces.
    const short = licence.replaceAll(" WITH ", "-with-");
    return `Files: ${name.replaceAll(" ", "-")}${within === undefined ? "" : `@${within}`}
Comment: Linked into the programs. Source: ${address}
Copyright: ${holders(from).join("\n           ")}
License: ${isApache ? short : `${short}-${name.replaceAll(" ", "-")}`}${isApache ? "" : `\n${folded(text)}`}`;
  });
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Causeway
Comment: The programs contain the software that is listed below; NOTICE.gz has
 the contents of its NOTICE files.

Files: *
Copyright: ${holders(ours).join("\n           ")}
License: Apache-2.0

${stanzas.join("\n\n")}

License: Apache-2.0
 ${apache}

License: Apache-2.0-with-Swift-exception
 ${apache}
 .
 As an exception, if you use this Software to compile your source code and
 portions of this Software are embedded into the binary product as a result,
 you may redistribute such product without providing attribution as would
 otherwise be required by Sections 4(a), 4(b) and 4(d) of the License.
`;
};

export const notices = (components) =>
  components.filter(({ notice }) => notice !== undefined)
    .map(({ name, notice }) => `==== ${name} ====\n\n${notice.trim()}\n`).join("\n");

const main = (mode) => {
  const page = `${root}docs/licences.md`;
  switch (mode) {
    case "--renew":
      return writeFileSync(page, table(all()));
    case "--check":
      if (readFileSync(page, "utf8") === table(all())) return;
      console.error("docs/licences.md does not match the packages' files: run `make licences` and review its changes.");
      process.exit(1);
    case "--copyright":
      return process.stdout.write(copyright(all(), readFileSync(`${root}LICENSE`, "utf8")));
    case "--notices":
      return process.stdout.write(notices(all()));
    default:
      console.error("usage: node Packaging/licences.mjs --renew | --check | --copyright | --notices");
      process.exit(2);
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main(process.argv[2]);
  } catch (error) {
    console.error(`licences: ${error.message}`);
    process.exit(1);
  }
}
