const autoprefixer = require("autoprefixer");
const postcss = require("postcss");
postcss([autoprefixer({ overrideBrowserslist: ["ie 10", "safari 8"] })]).process("a { display: flex; user-select: none } ::placeholder { color: red }", { from: undefined }).then((result) => console.log(result.css));
