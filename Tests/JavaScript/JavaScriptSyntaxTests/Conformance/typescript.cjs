// Compares the erasure of TypeScript's types with TypeScript's own, token by token.
//
//     node typescript.cjs FOLDER SYNTAX_CHECK [--renew]
//
// FOLDER has TypeScript's `tests/cases/conformance` and the names of its expected errors, as `fetch-typescript` unpacks them. A test
// that TypeScript expects no error in is read by `ts.transpileModule`, and what that emits is parsed as a module of JavaScript. Both
// must give the same tokens, but for parentheses, commas and semicolons, in as many lines as the test has. A test of several files
// is several tests. Of older decorators (`@experimentalDecorators`), for which TypeScript emits other code, what is left must be
// JavaScript; decorators.mjs runs them. `typescript-baseline.txt` names the exceptions, each with its reason; `--renew` writes it, with the reasons that
// it has.
const fs = require("fs"), os = require("os"), path = require("path"), { execFileSync } = require("child_process");
const [folder, tool, option] = process.argv.slice(2);
const ts = require("/usr/share/nodejs/typescript/lib/typescript.js");
const baselinePath = path.join(__dirname, "typescript-baseline.txt");

/** The tests that have an expected error, without their variants: `name(target=es5).errors.txt`. */
const failing = new Set(fs.readFileSync(path.join(folder, "errors"), "utf8").split("\n")
  .map((line) => path.basename(line).replace(/(\(.*\))?\.errors\.txt$/, "")));

const tests = [];
(function walk(directory) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) walk(file);
    else if (file.endsWith(".ts") && !file.endsWith(".d.ts") && !failing.has(entry.name.slice(0, -3))) add(file);
  }
})(path.join(folder, "conformance"));

function add(file) {
  const name = path.relative(path.join(folder, "conformance"), file);
  const parts = fs.readFileSync(file, "utf8").split(/^[ \t]*\/\/[ \t]*@filename:[ \t]*(.*?)[ \t]*\r?$/gim);
  const isExperimental = /^[ \t]*\/\/[ \t]*@experimentaldecorators:[ \t]*true/im.test(parts[0]);
  if (parts.length === 1) return void tests.push({ name, text: parts[0], isExperimental });
  for (let at = 1; at < parts.length; at += 2) {
    const isSource = /\.[mc]?ts$/.test(parts[at]) && !/\.d\.[mc]?ts$/.test(parts[at]);
    if (isSource) tests.push({ name: `${name} ${parts[at]}`, text: parts[at + 1], isExperimental });
  }
}

const compilerOptions = {
  module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, useDefineForClassFields: true, isolatedModules: true,
  removeComments: true, preserveConstEnums: true, strictNullChecks: true,
};
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "typescript-"));
const list = path.join(scratch, "list");
tests.forEach((test, index) => {
  for (const [kind, text] of [[test.isExperimental ? "typescript-experimental" : "typescript", test.text], ["module", ts.transpileModule(test.text, { compilerOptions }).outputText]]) {
    const file = path.join(scratch, `${index}.${kind}`);
    fs.writeFileSync(file, text);
    fs.appendFileSync(list, `${kind} ${file}\n`);
  }
});
const answers = execFileSync(tool, ["--texts", list], { maxBuffer: 1 << 30 }).toString().trim().split("\n").map(JSON.parse);
fs.rmSync(scratch, { recursive: true });

function tokens(code) {
  const source = ts.createSourceFile("a.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const error = source.parseDiagnostics[0];
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, " "));
  const result = [];
  (function walk(node) {
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return;
    const children = node.getChildren(source);
    if (children.length) return children.forEach(walk);
    const text = ts.isStringLiteral(node) ? JSON.stringify(node.text) : node.getText(source);
    // The names of the function around the module differ where a name of the module, such as a type, is the same.
    if (text && !/^[();,]$/.test(text)) result.push(text.replace(/^(h|d|m\d+)\$1$/, "$1"));
  })(source);
  return result;
}

/** What is wrong with the answer for a test; undefined if nothing is. */
function problem({ text, isExperimental }, ours, theirs) {
  // What is no module of JavaScript, such as a script that deletes a variable, is none in TypeScript either.
  if (theirs.error) return ours.error ? undefined : `accepted, and what TypeScript emits is refused: ${theirs.error}`;
  if (ours.error) return `refused:${ours.error}`;
  if (ours.code.split("\n").length !== text.split("\n").length + 2) return "lines moved";
  const left = tokens(theirs.code), right = tokens(ours.code);
  if (isExperimental && right.includes("__syntax__")) return right.includes("@") ? "a decorator is left" : undefined;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  if (at === left.length && at === right.length) return undefined;
  const shown = (list) => list.slice(Math.max(0, at - 5), at + 10).join(" ");
  return `different\n  theirs ${shown(left)}\n  ours   ${shown(right)}`;
}

const baseline = new Map();
for (const line of fs.existsSync(baselinePath) ? fs.readFileSync(baselinePath, "utf8").split("\n") : []) {
  const [name, reason] = line.split("  # ");
  if (name && !line.startsWith("#")) baseline.set(name, reason);
}
const exceptions = new Map();
tests.forEach((test, index) => {
  let found;
  try {
    found = problem(test, answers[2 * index], answers[2 * index + 1]);
  } catch (error) {
    found = `not comparable: ${error.message}`;
  }
  if (found === undefined) return;
  exceptions.set(test.name, baseline.get(test.name) ?? found.split("\n")[0]);
  if (!baseline.has(test.name)) console.log(`${test.name}: ${found}`);
});
const passing = [...baseline.keys()].filter((name) => !exceptions.has(name));
for (const name of passing) console.log(`the baseline names ${name}, which passes`);
const added = [...exceptions.keys()].filter((name) => !baseline.has(name));
console.log(`${tests.length} tests, ${tests.length - exceptions.size} with the tokens of TypeScript ${ts.version}; ` +
  `${exceptions.size} exceptions, ${added.length} of them new`);
if (option === "--renew") {
  const lines = [...exceptions].map(([name, reason]) => `${name}  # ${reason}\n`).sort();
  fs.writeFileSync(baselinePath, `# Tests of TypeScript whose tokens differ, or that are refused: \`NAME  # reason\`, one a line.\n${lines.join("")}`);
} else {
  process.exitCode = added.length || passing.length ? 1 : 0;
}
