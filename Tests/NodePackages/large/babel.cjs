// Compiles modern JavaScript, TypeScript and JSX for old engines.
// packages: @babel/preset-env @babel/preset-react @babel/preset-typescript
const babel = require("@babel/core");
const source = `import React, { useState as state } from "react";
export class Store extends Map { static #count = 0; #items = []; static { Store.#count++ } get size() { return this.#items?.length ?? 0 } async *[Symbol.asyncIterator]() { for await (const item of this.#items) yield* item } }
export const { a, b: { c = 5, ...rest }, ...others } = globalThis.x ?? {};
label: for (const [key, value] of Object.entries(rest)) { if (key in others) continue label; others[key] ||= value ** 2 }
export default async function View({ name, ...props }) { try { await import("./" + name) } catch { } return <><div {...props} className={\`a-\${name}\`}>{1_000n}</div></> }
const pattern = /(?<year>\\d{4})-(?<month>\\p{Lu})/su;`;
for (const presets of [[["@babel/preset-env", { targets: { ie: 11 }, modules: "commonjs" }], "@babel/preset-react"], [["@babel/preset-env", { targets: { chrome: 80 }, modules: "umd" }], ["@babel/preset-react", { runtime: "automatic" }]]]) {
  const { code, map } = babel.transformSync(source, { presets, filename: "view.jsx", configFile: false, babelrc: false, sourceMaps: true });
  console.log(code, map.mappings.length, map.names);
}
console.log(babel.transformSync("enum A { X = 1, Y } abstract class B<T> { constructor(private readonly x: T, public y?: number) {} declare z: string; m(this: B<T>): asserts this is B<any> {} } export type { A }; let v = <any>w as unknown as string;", { presets: [["@babel/preset-typescript", { allowDeclareFields: true }]], filename: "a.ts", configFile: false }).code);
const plugin = ({ types: t, template }) => ({ visitor: { Identifier(path) { if (path.node.name === "old") path.node.name = "fresh"; }, BinaryExpression(path) { const { confident, value } = path.evaluate(); if (confident) path.replaceWith(t.valueToNode(value)); }, DebuggerStatement(path) { path.replaceWith(template.statement.ast`console.warn("debugger")`); } } });
console.log(babel.transformSync("const old = 1 + 2 * 3; function f(fresh) { return old + fresh } debugger; 'a' + 'b'", { plugins: [plugin], configFile: false }).code);
for (const bad of ["let a; let a;", "class { }", "return await 1 +", "<div></span>", "import x from 5", "a?.b = 1"]) {
  try { babel.transformSync(bad, { configFile: false, presets: ["@babel/preset-react"], filename: "bad.js", highlightCode: false }); console.log("compiles", bad); } catch (error) { console.log(error.code, error.reasonCode, error.loc, error.message.replace(process.cwd(), "")); }
}
