const { minify } = require("uglify-js");
const result = minify("function add(first, second) { if (false) { return 0; } return first + second; } console.log(add(1, 2));", { toplevel: true });
console.log(result.code, result.error);
console.log(minify("var a = ;").error.message);
