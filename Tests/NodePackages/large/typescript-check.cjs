// Type checks and emits a project in memory.
const ts = require("typescript");
const { readFileSync, existsSync } = require("fs");
const sources = {
  "shapes.ts": `export interface Shape { readonly kind: string; area(): number }
export abstract class Base implements Shape { abstract readonly kind: "circle" | "square"; constructor(protected size: number) {} abstract area(): number }
export class Circle extends Base { readonly kind = "circle"; area() { return Math.PI * this.size ** 2 } }
export class Square extends Base { readonly kind = "square"; area() { return this.size ** 2 } #secret?: number; get secret() { return this.#secret ?? 0 } }
export enum Colour { Red = 1, Green = Red << 2, Blue }
export namespace Units { export const pixel = 1; export type Length = \`\${number}px\` }`,
  "generic.ts": `import { Shape } from "./shapes";
export type Keys<T> = { [K in keyof T as K extends string ? \`get\${Capitalize<K>}\` : never]: () => T[K] };
export type Flat<T> = T extends readonly (infer U)[] ? Flat<U> : T;
export function largest<T extends Shape>(...shapes: T[]): T | undefined { return shapes.reduce<T | undefined>((best, next) => !best || next.area() > best.area() ? next : best, undefined) }
export const flat: Flat<number[][][]> = "wrong";
export async function* count(to: number) { for (let at = 0; at < to; at++) yield at }`,
  "main.tsx": `import { Circle, Square, Colour, Units } from "./shapes";
import * as generic from "./generic";
declare namespace JSX { interface IntrinsicElements { div: { title?: string } } }
declare const React: { createElement(...given: unknown[]): unknown };
const width: Units.Length = "12em";
const best = generic.largest(new Circle(2), new Square(3));
best.area(); best?.radius; Colour.Purple; missing();
const view = <div title={5}>{best?.kind}</div>;
(async () => { for await (const n of generic.count(3)) console.log(n satisfies number) })();
let unused: generic.Keys<{ name: string }> = { getName: () => 5 };
export default view;`,
};
const options = { strict: true, target: ts.ScriptTarget.ES2015, module: ts.ModuleKind.CommonJS, jsx: ts.JsxEmit.React, declaration: true, sourceMap: true, lib: ["lib.es2020.d.ts"] };
const library = "node_modules/typescript/lib/";
const emitted = {};
const host = {
  fileExists: (name) => name in sources || existsSync(library + name),
  readFile: (name) => sources[name] ?? readFileSync(library + name, "utf8"),
  getSourceFile(name, target) { const file = name.startsWith("/lib/") ? library + name.slice(5) : name; return name in sources || existsSync(file) ? ts.createSourceFile(name, sources[name] ?? readFileSync(file, "utf8"), target, true) : undefined; },
  getDefaultLibFileName: () => "/lib/lib.es2020.d.ts", getDefaultLibLocation: () => "/lib", getCurrentDirectory: () => "", getCanonicalFileName: (name) => name,
  useCaseSensitiveFileNames: () => true, getNewLine: () => "\n", writeFile: (name, text) => { emitted[name] = text; },
};
const program = ts.createProgram(["main.tsx"], options, host);
console.log(ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), host));
program.emit();
for (const [name, text] of Object.entries(emitted)) console.log(`== ${name}\n${text}`);
const checker = program.getTypeChecker();
ts.forEachChild(program.getSourceFile("generic.ts"), (node) => { if (node.name) console.log(node.name.text, checker.typeToString(checker.getTypeAtLocation(node))); });
