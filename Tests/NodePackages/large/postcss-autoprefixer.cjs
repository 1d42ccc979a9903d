// Prefixes, walks and maps the sheet of Bootstrap.
const postcss = require("postcss");
const autoprefixer = require("autoprefixer");
const sheet = require("fs").readFileSync("node_modules/bootstrap/dist/css/bootstrap.css", "utf8");
const counter = () => ({ postcssPlugin: "counter", prepare(result) { const seen = new Map(); return { Declaration(node) { seen.set(node.prop, (seen.get(node.prop) ?? 0) + 1); }, AtRule: { media: (rule) => { if (rule.params.includes("1400")) rule.remove(); } }, OnceExit() { result.warn(`${seen.size} properties`); console.log([...seen].sort(([a], [b]) => (a < b ? -1 : 1))); } }; } });
counter.postcss = true;
postcss([autoprefixer({ overrideBrowserslist: ["ie 10", "safari 8", "chrome 30"], grid: "autoplace" }), counter]).process(sheet, { from: "bootstrap.css", to: "out.css", map: { inline: false, annotation: false } }).then((result) => {
  console.log(result.warnings().map(String), result.map.toString().length, result.css);
  try { postcss.parse("a { color: red; b", { from: "bad.css" }); } catch (error) { console.log(error.name, error.reason, error.line, error.column, error.showSourceCode(false)); }
});
