// Lints a large library with every rule that ESLint recommends, and small programs with fixes.
const { Linter } = require("eslint");
const { readFileSync } = require("fs");
const linter = new Linter();
const rules = Object.fromEntries([...linter.getRules().keys()].map((name) => [name, "warn"]));
const messages = linter.verify(readFileSync("node_modules/underscore/underscore.js", "utf8"), { rules, env: { browser: true, node: true }, parserOptions: { ecmaVersion: 2022 } }, "underscore.js");
const counts = {};
for (const { ruleId } of messages) counts[ruleId] = (counts[ruleId] ?? 0) + 1;
console.log(messages.length, counts);
for (const { line, column, ruleId, message } of messages.filter((_, at) => at % 40 === 0)) console.log(line, column, ruleId, message);
const fixed = linter.verifyAndFix("var a = 'x' + b\nif (a == null) { foo () }\nlet unused = function () { return (1) };;\n", { extends: [], parserOptions: { ecmaVersion: 2022 }, rules: { semi: "error", quotes: ["error", "double"], "no-extra-semi": "error", "prefer-const": "error", "prefer-template": "error", "no-var": "error", "func-call-spacing": "error", eqeqeq: "error", "no-unused-vars": "error", indent: ["error", 2], "no-undef": "error", "no-extra-parens": "error", "prefer-arrow-callback": "error" } });
console.log(fixed);
console.log(linter.verify("const = 5", {}), linter.verify("/* eslint no-alert: 2, wrong-rule: 1 */ alert(1) // eslint-disable-line no-alert\n/* eslint-disable no-alert */ alert(2)", { parserOptions: { ecmaVersion: 2020 } }, { reportUnusedDisableDirectives: true }));
linter.defineRule("no-foo", { meta: { fixable: "code", messages: { found: "'{{name}}' is found" } }, create: (context) => ({ "CallExpression[callee.name='foo'] > Identifier"(node) { context.report({ node, messageId: "found", data: { name: node.name }, fix: (fixer) => fixer.replaceText(node, "bar") }); } }) });
console.log(linter.verify("foo(foo)", { rules: { "no-foo": 1 } }));
