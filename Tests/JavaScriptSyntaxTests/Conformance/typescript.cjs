// Compares the erasure of TypeScript's types with TypeScript's own, token by token.
//
//     node typescript.cjs FOLDER SYNTAX_CHECK [TYPESCRIPT]
//
// Every .ts file of FOLDER is read by `ts.transpileModule`, and what that emits is parsed as a module of JavaScript; both
// must give the same tokens, but for parentheses, commas and semicolons, in as many lines as the file has.
const fs = require("fs"), os = require("os"), path = require("path"), { execFileSync } = require("child_process");
const [folder, tool, library = "/usr/share/nodejs/typescript/lib/typescript.js"] = process.argv.slice(2);
const ts = require(path.resolve(library));

const files = [];
(function walk(directory) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) walk(file);
    else if (file.endsWith(".ts") && !file.endsWith(".d.ts")) files.push(file);
  }
})(folder);

const compilerOptions = {
  module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, useDefineForClassFields: true, isolatedModules: true,
  removeComments: true, preserveConstEnums: true,
};
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "typescript-"));
const cases = files.map((file, index) => {
  const text = fs.readFileSync(file, "utf8");
  const { outputText, diagnostics } = ts.transpileModule(text, { compilerOptions, reportDiagnostics: true, fileName: file });
  // Codes from 2000 on are those of the type checker.
  const error = diagnostics.find((diagnostic) => diagnostic.code < 2000);
  const emitted = path.join(scratch, `${index}.js`);
  fs.writeFileSync(emitted, outputText);
  return { file, text, emitted, error: error && ts.flattenDiagnosticMessageText(error.messageText, " ") };
});
const list = path.join(scratch, "list");
fs.writeFileSync(list, cases.map(({ file, emitted }) => `typescript ${file}\nmodule ${emitted}\n`).join(""));
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
    if (text && !/^[();,]$/.test(text)) result.push(text);
  })(source);
  return result;
}

const counts = { files: files.length, same: 0, different: 0, refused: 0, both: 0, theirs: 0 };
cases.forEach(({ file, text, error }, index) => {
  const ours = answers[2 * index], theirs = answers[2 * index + 1];
  if (error) return void (ours.error ? counts.both++ : counts.theirs++);
  if (ours.error || theirs.error) {
    counts.refused++;
    return void console.log(`refused ${file}:${ours.error ?? `${theirs.error} (of what TypeScript emits)`}`);
  }
  try {
    if (ours.code.split("\n").length !== text.split("\n").length + 2) throw new Error("lines moved");
    const left = tokens(theirs.code), right = tokens(ours.code);
    const at = left.findIndex((token, index) => token !== right[index]);
    if (at >= 0 || left.length !== right.length) {
      throw new Error(`\n  theirs ${left.slice(at - 5, at + 10).join(" ")}\n  ours   ${right.slice(at - 5, at + 10).join(" ")}`);
    }
    counts.same++;
  } catch (error) {
    counts.different++;
    console.log(`different ${file}: ${error.message}`);
  }
});
console.log(counts);
process.exitCode = counts.different || counts.refused ? 1 : 0;
