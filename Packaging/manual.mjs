// Writes a manual page for each command of the command line, from the help that the programs themselves print:
//   node Packaging/manual.mjs PROGRAMS FOLDER
// PROGRAMS is the folder with `causeway` and `causeway-view`, FOLDER receives causeway/*.1 and causeway-view/*.1: the pages
// of each Debian package. The date of the pages is SOURCE_DATE_EPOCH, or today.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const [programs, folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node Packaging/manual.mjs PROGRAMS FOLDER");
  process.exit(2);
}

/** Runs a program. Its help is wrapped to COLUMNS: no usage line is longer. */
const run = (program, ...given) =>
  execFileSync(resolve(programs, program), given, { encoding: "utf8", timeout: 60_000, env: { ...process.env, COLUMNS: "10000" } });
const commandOf = (program) => JSON.parse(run(program, "--experimental-dump-help")).command;

const epoch = process.env.SOURCE_DATE_EPOCH;
const date = (epoch === undefined ? new Date() : new Date(Number(epoch) * 1000)).toISOString().slice(0, 10);
const version = run("causeway", "--version").trim();

/** Text without meaning to roff: no escapes, no requests, and a "-" that is copied as such. */
const plain = (text) => text.replaceAll("\\", "\\(rs").replaceAll("-", "\\-").replace(/^([.'])/gm, "\\&$1");
const bold = (text) => `\\fB${plain(text)}\\fR`;
/** A placeholder such as <file> in italics. */
const placeholder = (name) => `\\fI${plain(name)}\\fR`;

/** Paragraphs; lines that the author has broken stay as they are. */
const paragraphs = (text = "") =>
  text.split(/\n\n+/).filter((part) => part.trim() !== "")
    .map((part) => (part.includes("\n") ? `.PP\n.nf\n${plain(part)}\n.fi` : `.PP\n${plain(part)}`));

/** The lines after "USAGE:", which an author may have written by hand. */
const usageOf = (program, words) => {
  const lines = run(program, ...words, "--help").split("\n");
  const first = lines.findIndex((line) => line.startsWith("USAGE: "));
  const length = lines.slice(first).findIndex((line) => line.trim() === "");
  return lines.slice(first, first + length).map((line) => line.replace(/^USAGE: /, "").trim());
};

/** `causeway run [--page] <file>`: words in bold, placeholders in italics. */
const synopsis = (line) =>
  line.split(/(<[^>]*>)/).map((part) => {
    if (part.startsWith("<")) return placeholder(part.slice(1, -1));
    return part.split(/([\s[\]|.]+)/).map((word) => (/\w/.test(word) ? bold(word) : plain(word))).join("");
  }).join("");

const nameOf = ({ kind, name }) => (kind === "long" ? `--${name}` : `-${name}`);

const argument = (given) => {
  const value = given.kind === "flag" ? "" : placeholder(given.valueName);
  const names = (given.names ?? []).map((name) => bold(nameOf(name)));
  const values = given.allValues ?? [];
  const notes = [
    ...(values.length > 0 ? [`one of ${values.join(", ")}`] : []),
    ...(given.defaultValue === undefined ? [] : [`by default ${given.defaultValue}`]),
  ];
  const text = [given.abstract, notes.length > 0 ? `(${notes.join("; ")})` : undefined].filter(Boolean).join(" ");
  const head = names.length > 0 ? `${names.join(", ")}${value === "" ? "" : ` ${value}`}` : value;
  return [".TP", head, plain(text), ...(given.discussion ? paragraphs(given.discussion).map((part) => part.replace(/^\.PP/, ".IP")) : [])].join("\n");
};

const shown = (list = []) => list.filter(({ shouldDisplay }) => shouldDisplay !== false);

/** Arguments and options, each group below a heading. */
const groups = (command, heading) => {
  const given = shown(command.arguments);
  return [
    ["Arguments", given.filter(({ kind }) => kind === "positional")],
    ["Options", given.filter(({ kind }) => kind !== "positional")],
  ].filter(([, members]) => members.length > 0).flatMap(([title, members]) => [heading(title), ...members.map(argument)]);
};

/** A section for each command below a command. Options that every command has are not repeated. */
const sectionsBelow = (program, command, words) =>
  shown(command.subcommands).flatMap((below) => {
    const path = [...words, below.commandName];
    const own = shown(below.arguments).filter(({ valueName }) => valueName !== "help" && valueName !== "version");
    return [
      `.SH ${plain(`causeway ${path.join(" ")}`.toUpperCase())}`,
      `.nf\n${usageOf(program, path).map(synopsis).join("\n")}\n.fi`,
      ...paragraphs(below.abstract), ...paragraphs(below.discussion),
      ...groups({ arguments: own }, (title) => `.PP\n${bold(title)}`),
      ...sectionsBelow(program, below, path),
    ];
  });

const page = (program, command, words, more) => {
  const name = ["causeway", ...words].join("-");
  const purpose = (command.abstract ?? "").replace(/\.$/, "");
  return [
    `.\\" Made by Packaging/manual.mjs from the help of ${program}. Do not edit.`,
    `.TH ${plain(name.toUpperCase())} 1 ${date} "Causeway ${version}" "User Commands"`,
    ".nh",
    ".SH NAME",
    `${plain(name)} \\- ${plain(purpose[0].toLowerCase() + purpose.slice(1))}`,
    ".SH SYNOPSIS",
    ".nf",
    ...usageOf(program, words).map(synopsis),
    ".fi",
    ".SH DESCRIPTION",
    plain(command.abstract ?? ""),
    ...paragraphs(command.discussion),
    ...groups(command, (title) => `.SH ${title.toUpperCase()}`),
    ...more,
    "",
  ].join("\n");
};

const write = (name, text) => {
  mkdirSync(join(folder, name.split("/")[0]), { recursive: true });
  writeFileSync(join(folder, name), text);
};

const seeAlso = [".SH SEE ALSO", "\\fBcauseway\\fR(1)"];

const root = commandOf("causeway");
const view = commandOf("causeway-view");
const viewed = new Set(shown(view.subcommands).map(({ commandName }) => commandName));
const commands = shown(root.subcommands).filter(({ commandName }) => commandName !== "help");
const list = [".SH COMMANDS", ...commands.map(({ commandName, abstract }) => `.TP\n\\fB${plain(`causeway-${commandName}`)}\\fR(1)\n${plain(abstract)}`)];
write("causeway/causeway.1", page("causeway", root, [], list));
for (const command of commands) {
  const { commandName } = command;
  // The command line only passes the arguments of these on to causeway-view, which knows their options.
  const program = viewed.has(commandName) ? "causeway-view" : "causeway";
  const known = viewed.has(commandName) ? view.subcommands.find((other) => other.commandName === commandName) : command;
  const more = [...sectionsBelow(program, known, [commandName]), ...seeAlso];
  write(`${program}/causeway-${commandName}.1`, page(program, known, [commandName], more));
}
