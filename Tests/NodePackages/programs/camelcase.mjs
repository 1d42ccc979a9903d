import camelcase from "camelcase";
import wrap from "wrap-ansi";
import clone from "clone";
import merge from "deepmerge";
console.log(camelcase("foo-bar_baz", { pascalCase: true }), wrap("The quick brown fox jumped", 10), clone({ a: new Date(0), b: [/x/g] }), merge({ a: [1], b: { c: 1 } }, { a: [2], b: { d: 2 } }));
