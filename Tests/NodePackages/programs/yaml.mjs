import YAML, { parseDocument } from "yaml";
const text = "a: 1\nlist:\n  - x\n  - &anchor {b: 2}\n  - *anchor\ntext: |\n  two\n  lines\n";
console.log(JSON.stringify(YAML.parse(text)), YAML.stringify({ a: [1, { b: null }], date: "2020-01-01" }));
console.log(parseDocument("a: [1, 2").errors.map((error) => error.code));
