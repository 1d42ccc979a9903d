import { parse, tokenizer } from "acorn";
const tree = parse("const x = async () => { await y?.z; }", { ecmaVersion: 2022 });
console.log(JSON.stringify(tree.body[0].declarations[0].init.body), [...tokenizer("a+1", { ecmaVersion: 6 })].map((token) => token.type.label));
try { parse("let = ;", { ecmaVersion: 2020, sourceType: "module" }); } catch (error) { console.log(error.message, error.loc); }
