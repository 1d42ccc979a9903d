// Measures the coverage of a large library while it runs.
const { createInstrumenter } = require("istanbul-lib-instrument");
const { createCoverageMap } = require("istanbul-lib-coverage");
const text = require("fs").readFileSync("node_modules/underscore/underscore.js", "utf8");
const instrumenter = createInstrumenter({ compact: false, coverageVariable: "measured" });
const code = instrumenter.instrumentSync(text, "underscore.js");
console.log(code.length, code.slice(0, 3000));
const module_ = { exports: {} };
new Function("module", "exports", code)(module_, module_.exports);
const _ = module_.exports;
console.log(_.chain([3, 1, 2]).map((n) => n * 2).sortBy().value(), _.template("<% if (a) { %><%= b %><% } %>")({ a: 1, b: "<" }), _.isEqual({ a: [1] }, { a: [1] }));
const map = createCoverageMap(globalThis.measured);
console.log(map.files(), JSON.stringify(map.getCoverageSummary()), map.fileCoverageFor("underscore.js").getUncoveredLines().slice(0, 60));
try { instrumenter.instrumentSync("let a = ;", "bad.js"); } catch (error) { console.log(error.name, error.message); }
