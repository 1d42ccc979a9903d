import postcss from "postcss";
const plugin = { postcssPlugin: "double", Declaration(declaration) { if (declaration.prop === "width" && declaration.value === "1px") declaration.value = "2px"; } };
const result = await postcss([plugin]).process("a{ width: 1px; color: red } /* c */ @media print { b > i { x: y } }", { from: undefined });
console.log(result.css, result.root.nodes.map((node) => node.type), postcss.parse("a{}").first.selector);
try { postcss.parse("a{"); } catch (error) { console.log(error.name, error.reason, error.line, error.column); }
