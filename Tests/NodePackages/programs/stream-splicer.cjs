const splicer = require("stream-splicer");
const through = require("through2");
const add = (text) => through.obj((value, encoding, done) => done(null, value + text));
const pipeline = splicer.obj([add("a"), add("b")]);
pipeline.push(add("c")); pipeline.splice(1, 1, add("B"));
pipeline.on("data", (value) => console.log(value)).on("end", () => console.log("end", pipeline.length));
pipeline.write("x"); pipeline.end("y");
