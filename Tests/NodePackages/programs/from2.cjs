const from = require("from2");
const words = ["one", "two", null];
from((size, next) => next(null, words.shift())).on("data", (chunk) => console.log(String(chunk))).on("end", () => console.log("end"));
from.obj([{ a: 1 }, { b: 2 }]).on("data", (value) => console.log(value));
