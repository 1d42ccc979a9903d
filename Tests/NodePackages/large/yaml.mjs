// Parses, changes and prints documents with two libraries.
import YAML from "yaml";
import yaml from "js-yaml";
const large = Array.from({ length: 300 }, (_, at) => `- &item${at} {id: ${at}, name: "n\\u00e4me ${at}", list: [1, 2.5, .inf, ~, yes], when: 2020-01-${String((at % 28) + 1).padStart(2, "0")}}\n- <<: *item${at}\n  text: |\n    line one\n      line two\n  folded: >-\n    a\n    b\n\n    c\n  ? complex\n  : value`).join("\n");
for (const value of [yaml.load(large), YAML.parse(large, { merge: true })]) console.log(value.length, JSON.stringify(value));
console.log(yaml.dump(yaml.load(large), { noRefs: true, sortKeys: true, lineWidth: 60, flowLevel: 2 }));
const document = YAML.parseDocument("# top\na: 1 # one\nb:\n  - x\n  - &y {z: !!binary aGVsbG8=}\nc: *y\n");
document.set("d", new Map([["k", [1, { deep: true }]]])); document.contents.items[0].value.value = 2; document.getIn(["b"]).add("new");
console.log(document.toString(), JSON.stringify(document.toJSON()), YAML.stringify({ a: "yes", b: "multi\nline", c: [], d: {}, e: null, f: -0, g: "1", h: new Date(0), "i j": 1e21 }));
console.log(YAML.parseAllDocuments("a\n---\nb: 1\n...\n---\n- c").map(String));
for (const bad of ["a: [1", "a: b: c", "a: *x", "- a\n b", "{a", "\t- a", "a: 1\na: 2", "!!int x", "%YAML 9\n---\na", "'x"]) { try { console.log(JSON.stringify(yaml.load(bad))); } catch (error) { console.log(error.name, error.reason, error.mark?.line, error.mark?.column, error.message); } try { console.log(JSON.stringify(YAML.parse(bad))); } catch (error) { console.log(error.name, error.code, error.message); } }
