import MagicString, { Bundle } from "magic-string";
const text = new MagicString("problems = 99");
text.overwrite(0, 8, "answer").overwrite(11, 13, "42").prepend("var ").append(";");
const bundle = new Bundle().addSource({ filename: "a.js", content: text });
console.log(text.toString(), text.generateMap({ source: "a.js", hires: true }).mappings, bundle.toString());
