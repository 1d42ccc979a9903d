const Parser = require("jsonparse");
const parser = new Parser();
parser.onValue = function (value) { if (this.stack.length <= 1) console.log(this.key, JSON.stringify(value)); };
parser.onError = (error) => console.log(error.message);
parser.write('{"a": [1, true'); parser.write(', null], "b": "\\u00fc"}'); parser.write("x");
