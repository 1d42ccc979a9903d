const { parse } = require("levn");
const optionator = require("optionator")({ prepend: "Usage", options: [{ option: "help", alias: "h", type: "Boolean", description: "help" }, { option: "size", type: "[Int]", description: "sizes" }] });
console.log(parse("[(String, Number)]", "[(a, 1)]"), parse("{a: Int}", "a: 2"), optionator.parse(["node", "x", "--size", "1,2", "-h"]), optionator.generateHelp());
