// Minifies the sheet of Bootstrap.
const CleanCSS = require("clean-css");
const sheet = require("fs").readFileSync("node_modules/bootstrap/dist/css/bootstrap.css", "utf8");
for (const level of [1, { 2: { all: true } }]) {
  const { styles, warnings, errors, stats } = new CleanCSS({ level, sourceMap: level === 1 }).minify(sheet);
  console.log(styles.length, warnings, errors, stats.originalSize, stats.minifiedSize, styles);
}
const { styles, warnings, errors } = new CleanCSS({ format: "beautify" }).minify("a{color:#ff0000;margin:0px 0px}b{}@media print{a{color:RED}}@import url(absent.css);c{background:url(x.png");
console.log(styles, warnings, errors);
