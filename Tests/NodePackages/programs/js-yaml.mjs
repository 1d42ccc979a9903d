import yaml, { load } from "js-yaml";
console.log(load("- 1\n- {a: b}\n- !!set {x, y}\n"), yaml.dump({ a: [1, 2], b: "x: y" }));
try { load("a: [1"); } catch (error) { console.log(error.name, error.mark.line, error.reason); }
