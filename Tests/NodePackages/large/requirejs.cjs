// The optimizer r.js bundles AMD modules.
// options: --allow files.* --folder out=out:rw
const requirejs = require("requirejs");
const { mkdirSync, writeFileSync, readFileSync } = require("fs");
mkdirSync("out/js");
writeFileSync("out/js/main.js", "define(['./a', 'sub/b'], function (a, b) { return { sum: a.value + b(), used: true }; });");
writeFileSync("out/js/a.js", "define({ value: 40 });");
mkdirSync("out/js/sub");
writeFileSync("out/js/sub/b.js", "define(function (require, exports, module) { var a = require('../a'); module.exports = function () { return a.value / 20; }; });");
requirejs.optimize({ baseUrl: "out/js", name: "main", out: "out/built.js", optimize: "none", logLevel: 4 }, (report) => {
  console.log(report.replaceAll(process.cwd(), ""));
  console.log(readFileSync("out/built.js", "utf8"));
  requirejs.optimize({ baseUrl: "out/js", name: "absent", out: "out/other.js", logLevel: 4 }, () => console.log("built"), (error) => console.log(String(error.message ?? error).replaceAll(process.cwd(), "").split("\n")[0]));
}, (error) => console.log(String(error).replaceAll(process.cwd(), "")));
