// Writes shared/primordials.js as a short script that the parts of scripts share: a line such as
//   export const freeze = /* @__PURE__ */ member(Object, "freeze");
// becomes a word of a list, and what is more than that stays. The engine needs several times as long to read and compile such a line
// as to read the property, and each context has a hundred of them.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "shared");
const source = join(folder, "primordials.js");

/** The statement that reads properties of the global object, and the lines that read one of another object. */
const ofGlobals = /^export const \{([^}]*)\} = globalThis;$/m;
const ofObject =
  /^(?:export )?const (\w+) = \/\* @__PURE__ \*\/ (member|method|getter|bound)\((?:\/\*\* @type \{\*\} \*\/ \((\w+)\)|(\w+)), "(\w+)"\);$/gm;
const ofExport = /^export (?:const|function) (\w+)/gm;
/** A placeholder for a line that became a word. */
const place = "/* lists */";

/**
 * Reads properties by lists of words, up to the end of a step: an owner, which is one that was read before or a global, and a kind,
 * then pairs of a name and a property.
 */
const take = `
const built = { __proto__: null };
const kinds = { __proto__: null, member, method, getter, bound };
const take = () => {
  for (let words = next(); words !== undefined; words = next()) {
    const owner = built[words[0]] ?? globalThis[words[0]];
    const read = kinds[words[1]];
    for (let at = 2; at < words.length; at += 2) built[words[at]] = read(owner, words[at + 1]);
  }
};`;

/** @typedef {{ name: string, owner: string, kind: string, property: string }} Entry */

/** The words of a list at most: native code makes an array of no more values. */
const MOST_WORDS = 96;

/**
 * A line for each list of words.
 *
 * @param {Entry[]} entries
 */
const linesOf = (entries) => {
  /** @type {string[][]} */
  const lists = [];
  for (const { name, owner, kind, property } of entries) {
    let list = lists.find(([first, second, ...words]) => first === owner && second === kind && words.length + 4 <= MOST_WORDS);
    if (list === undefined) lists.push((list = [owner, kind]));
    list.push(name, property);
  }
  return lists.map((words) => words.join(" "));
};

/**
 * A script whose value is a function that returns an object with these exports of shared/primordials.js, and few others. The
 * function takes another, which returns the words of the next line, or `undefined` for an empty line.
 *
 * @param {Set<string>} names
 */
export const makeBuiltIns = (names) => {
  const text = readFileSync(source, "utf8");
  /** @type {Entry[]} */
  const entries = (ofGlobals.exec(text)?.[1] ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "")
    .map((name) => ({ name, owner: "globalThis", kind: "member", property: name }));
  const rest = text.replace(ofGlobals, "").replace(ofObject, (_, name, kind, cast, plain, property) => {
    entries.push({ name, owner: cast ?? plain, kind, property });
    return place;
  });
  const own = [...rest.matchAll(ofExport)].map(([, name]) => name ?? "").concat("uncurry");
  const known = new Set([...entries.map(({ name }) => name), ...own]);
  for (const name of names) if (!known.has(name)) throw new Error(`shared/primordials.js has no export ${name}`);

  // Owners are read, too, and what the rest of the module uses.
  const code = rest.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
  const isUsed = (/** @type {Entry} */ { name }) => new RegExp(`(?<![\\w$."])${name}(?![\\w$"])`).test(code);
  const owners = new Set(entries.filter(({ name }) => names.has(name)).map(({ owner }) => owner));
  const kept = entries.filter((entry) => names.has(entry.name) || owners.has(entry.name) || isUsed(entry));
  /** @type {string[]} */
  const lines = [];
  const step = (/** @type {Entry[]} */ list) => {
    const used = list.filter(isUsed).map(({ name }) => name);
    lines.push(...linesOf(list), "");
    return `take();${used.length === 0 ? "" : `const { ${used} } = built;`}`;
  };
  const globals = kept.filter(({ owner }) => owner === "globalThis");
  // Those whose owner is made by the rest come last.
  const late = kept.filter(({ owner }) => own.includes(owner));
  const others = kept.filter((entry) => !globals.includes(entry) && !late.includes(entry));
  const result = own.filter((name) => names.has(name) || late.some(({ owner }) => owner === name));
  const body = rest.replace(/^export \{ uncurry \};$/m, "").replace(/^export (?=const|function)/gm, "")
    .replace(place, () => `${take}${step(globals)}${step(others)}`).replaceAll(place, "");
  const module = `${body}globalThis.Object.assign(built, { ${result} });${late.length === 0 ? "" : step(late)}export { built };`;
  const flags = ["--bundle", "--format=esm", "--target=es2022", "--charset=ascii", "--minify-whitespace", "--minify-syntax", "--log-level=warning"];
  const made = execFileSync("esbuild", flags, { encoding: "utf8", input: module, cwd: folder });
  const end = "export{built};";
  if (!made.trimEnd().endsWith(end)) throw new Error(`unexpected form of esbuild's built-ins: ${made.slice(-80)}`);
  return { script: `(next)=>{"use strict";${made.trimEnd().slice(0, -end.length)}return built};\n`, lines: lines.join("\n") };
};

/**
 * An expression for the object that native code makes of a script and its words, for the contexts of tests.
 *
 * @param {{ script: string, lines: string }} builtIns
 */
export const expressionOf = ({ script, lines }) => {
  const lists = lines.split("\n").map((line) => (line === "" ? null : line.split(" ")));
  return `(${script.trimEnd().slice(0, -1)})((lists => () => lists.shift() ?? undefined)(${JSON.stringify(lists)}))`;
};
