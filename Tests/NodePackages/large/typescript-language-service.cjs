// Completions, definitions, renaming and formatting, as an editor asks for them.
const ts = require("typescript");
const { readFileSync, existsSync } = require("fs");
const text = `interface Point { x: number; y: number }
/** Adds two points. */
function add(first: Point, second: Point): Point { return {x:first.x+second.x,y:first.y+second.y} }
const sum = add({ x: 1, y: 2 }, { x: 3, y: 4 });
sum.x;
`;
const library = "node_modules/typescript/lib/";
const read = (name) => (name === "a.ts" ? text : existsSync(library + name.split("/").at(-1)) ? readFileSync(library + name.split("/").at(-1), "utf8") : undefined);
const service = ts.createLanguageService({
  getScriptFileNames: () => ["a.ts"], getScriptVersion: () => "1", getCurrentDirectory: () => "", getCompilationSettings: () => ({ strict: true, lib: ["lib.es2015.d.ts"] }),
  getScriptSnapshot: (name) => { const found = read(name); return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found); },
  getDefaultLibFileName: () => "lib.es2015.d.ts", fileExists: (name) => read(name) !== undefined, readFile: read,
});
const at = (part, skip = 0) => text.indexOf(part) + skip;
console.log(service.getCompletionsAtPosition("a.ts", at("sum.x;", 4), {}).entries.map((entry) => `${entry.kind} ${entry.name}`));
console.log(ts.displayPartsToString(service.getQuickInfoAtPosition("a.ts", at("add({")).displayParts), service.getQuickInfoAtPosition("a.ts", at("add({")).documentation);
console.log(service.getDefinitionAtPosition("a.ts", at("add({")), service.findRenameLocations("a.ts", at("first"), false, false));
console.log(service.getFormattingEditsForDocument("a.ts", ts.getDefaultFormatCodeSettings()).map((edit) => [edit.span.start, edit.newText]));
console.log(service.getNavigationTree("a.ts").childItems.map((item) => [item.text, item.kind]), service.getOutliningSpans("a.ts").length);
console.log(service.getSemanticDiagnostics("a.ts").length, service.getApplicableRefactors("a.ts", { pos: at("first.x"), end: at("second.x,", 8) }, {}).map((refactor) => refactor.name));
