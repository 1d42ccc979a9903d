// Manual pages from the help of programs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const scratch = mkdtempSync(join(tmpdir(), "manual-"));
after(() => rmSync(scratch, { recursive: true }));

const option = (name, abstract, more = {}) => ({ kind: "option", names: [{ kind: "long", name }], valueName: "value", abstract, shouldDisplay: true, ...more });
const help = { kind: "flag", names: [{ kind: "short", name: "h" }, { kind: "long", name: "help" }], valueName: "help", abstract: "Show help.", shouldDisplay: true };
const command = (commandName, more = {}) => ({ commandName, abstract: `Do ${commandName}.`, arguments: [help], shouldDisplay: true, ...more });

/** A program that prints a dump of its help, its version and its usage, as ours do. */
const program = (name, root) => {
  const path = join(scratch, name);
  writeFileSync(path, `#!/usr/bin/env node
    const given = process.argv.slice(2);
    if (given[0] === "--experimental-dump-help") console.log(${JSON.stringify(JSON.stringify({ command: root }))});
    else if (given[0] === "--version") console.log("1.2.3");
    else console.log("OVERVIEW: text\\n\\nUSAGE: causeway " + given.slice(0, -1).join(" ") + " [--name <value>] <file>\\n       causeway again\\n\\nOPTIONS:");
  `);
  chmodSync(path, 0o755);
};

program("causeway", command("causeway", {
  subcommands: [
    command("run", {
      discussion: ".begins with a dot\n'and a quote\n\nA paragraph with a \\ in it and --an-option.",
      arguments: [
        { kind: "positional", valueName: "file", abstract: "The file.", shouldDisplay: true },
        option("name", "A name.", { defaultValue: "none", allValues: ["none", "one"] }), option("hidden", "Not shown.", { shouldDisplay: false }), help,
      ],
    }),
    command("network", { subcommands: [command("status", { arguments: [option("json", "Print JSON."), help] })] }),
    command("open"), command("worker", { shouldDisplay: false }), command("help"),
  ],
}));
program("causeway-view", command("causeway", { subcommands: [command("open", { arguments: [option("devtools", "The inspector."), help] })] }));

const pages = join(scratch, "pages");
const make = () => execFileSync("node", [fileURLToPath(new URL("../manual.mjs", import.meta.url)), scratch, pages], {
  encoding: "utf8", timeout: 60_000, env: { ...process.env, SOURCE_DATE_EPOCH: "0" },
});
make();
const page = (name) => readFileSync(join(pages, name), "utf8");

test("each shown command has a page, in the package of its program", () => {
  assert.deepEqual(readdirSync(join(pages, "causeway")).sort(), ["causeway-network.1", "causeway-run.1", "causeway.1"]);
  assert.deepEqual(readdirSync(join(pages, "causeway-view")), ["causeway-open.1"]);
  assert.match(page("causeway-view/causeway-open.1"), /\\fB\\-\\-devtools\\fR/);
  assert.match(page("causeway/causeway.1"), /\\fBcauseway\\-network\\fR\(1\)\nDo network\./);
});

test("a page has usage, arguments and options, and nothing that roff would take for a request", () => {
  const text = page("causeway/causeway-run.1");
  assert.match(text, /^\.TH CAUSEWAY\\-RUN 1 1970-01-01 "Causeway 1\.2\.3"/m);
  assert.match(text, /^\\fBcauseway\\fR \\fBrun\\fR \[\\fB\\-\\-name\\fR \\fIvalue\\fR\] \\fIfile\\fR\n\\fBcauseway\\fR \\fBagain\\fR$/m);
  assert.match(text, /^\\&\.begins with a dot\n\\&'and a quote$/m);
  assert.match(text, /with a \\\(rs in it and \\-\\-an\\-option\./);
  assert.match(text, /A name\. \(one of none, one; by default none\)/);
  assert.doesNotMatch(text, /hidden/);
});

test("commands below a command have sections of the same page, without the options of all", () => {
  const text = page("causeway/causeway-network.1");
  assert.match(text, /\.SH CAUSEWAY NETWORK STATUS\n[^]*\\fB\\-\\-json\\fR/);
  assert.equal(text.match(/\\-\\-help/g).length, 1);
});

test("the same help makes the same bytes", () => {
  const before = page("causeway/causeway-run.1");
  make();
  assert.equal(page("causeway/causeway-run.1"), before);
});
