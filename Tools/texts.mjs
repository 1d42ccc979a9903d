// Prints every text of the sources that a user can see, one a line with its place, to be read in one sitting:
//
//   node Tools/texts.mjs [--comments] [FOLDER...]     make texts
//
// Texts are string literals of at least two words, in Swift and in JavaScript; an interpolation is printed as "…". With
// --comments it prints the documentation of public declarations as well. Embedded scripts and tests are left out.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const words = process.argv.slice(2);
const withComments = words.includes("--comments");
const folders = words.filter((word) => !word.startsWith("--"));

/** @param {string} path @returns {string[]} */
const files = (path) => {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).sort().flatMap((name) =>
    /^(\..*|test|.*\.docc|node_modules|runtime-types|types)$/.test(name) ? [] : files(join(path, name)));
};

/** @param {string} path @param {number} line @param {string} text */
const print = (path, line, text) => {
  const plain = text.replace(/\s+/g, " ").trim();
  if (/[A-Za-z]{2,}[^A-Za-z]*\s+[^A-Za-z]*[A-Za-z]{2,}/.test(plain)) console.log(`${path}:${line}: ${plain}`);
};

/**
 * The index behind an interpolation whose first parenthesis or brace stands at `index`.
 * @param {string} source @param {number} index @param {string} open @param {string} close
 */
const behind = (source, index, open, close) => {
  let depth = 0;
  for (; index < source.length; index++) {
    if (source[index] === open) depth++;
    else if (source[index] === close && --depth === 0) return index + 1;
    else if (source[index] === '"' && open === "(") {
      for (index++; index < source.length && source[index] !== '"'; index++) {
        if (source[index] === "\\" && source[index + 1] === "(") index = behind(source, index + 1, "(", ")") - 1;
        else if (source[index] === "\\") index++;
      }
    }
  }
  return index;
};

/** @param {string} path @param {string} source */
const swift = (path, source) => {
  let line = 1, index = 0;
  const count = (/** @type {string} */ text) => { line += text.split("\n").length - 1; };
  while (index < source.length) {
    const rest = source.slice(index);
    const comment = /^\/\/[^\n]*|^\/\*[^]*?\*\//.exec(rest);
    if (comment) { count(comment[0]); index += comment[0].length; continue; }
    const start = /^(#*)("""|")/.exec(rest);
    if (!start) { if (source[index] === "\n") line++; index++; continue; }
    const [, hashes, quotes] = start, end = quotes + hashes, escape = "\\" + hashes, begin = line;
    let text = "";
    index += start[0].length;
    while (index < source.length && !source.startsWith(end, index)) {
      if (source.startsWith(escape, index)) {
        index += escape.length;
        if (source[index] === "(") {
          const next = behind(source, index, "(", ")");
          count(source.slice(index, next));
          text += "…";
          index = next;
        } else {
          if (source[index] === "\n") line++; else text += source[index] === "n" ? " " : source[index];
          index++;
        }
      } else {
        if (source[index] === "\n") line++;
        text += source[index++];
      }
    }
    index += end.length;
    print(path, begin, text);
  }
  if (withComments) documentation(path, source);
};

/** @param {string} path @param {string} source */
const documentation = (path, source) => {
  let text = "", begin = 0;
  source.split("\n").forEach((content, number) => {
    const comment = /^\s*\/\/\/ ?(.*)/.exec(content);
    if (comment) {
      if (text === "") begin = number + 1;
      text += ` ${comment[1]}`;
    } else if (text !== "" && !/^\s*@/.test(content)) {
      if (/^\s*(public|open|package) |^\s*case /.test(content)) print(path, begin, `/// ${text}`);
      text = "";
    }
  });
};

/** @param {string} path @param {string} source */
const javaScript = (path, source) => {
  const tokens = /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\n/g;
  let line = 1;
  for (const [token] of source.matchAll(tokens)) {
    if (/^["'`]/.test(token)) print(path, line, token.slice(1, -1).replace(/\$\{[^}]*\}/g, "…").replace(/\\(.)/g, "$1"));
    line += token.split("\n").length - 1;
  }
};

for (const path of (folders.length > 0 ? folders : ["Sources", "Plugins", "bridge-js"]).flatMap(files)) {
  if (/\+Embedded\.swift$|\.global\.js$/.test(path)) continue;
  if (path.endsWith(".swift")) swift(path, readFileSync(path, "utf8"));
  else if (/\.m?js$/.test(path)) javaScript(path, readFileSync(path, "utf8"));
}
