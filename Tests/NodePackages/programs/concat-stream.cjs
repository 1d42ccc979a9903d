const concat = require("concat-stream");
const text = concat({ encoding: "string" }, (value) => console.log(value));
text.write("a"); text.write(Buffer.from("b")); text.end("c");
const objects = concat((values) => console.log(values));
objects.write([1]); objects.write([2]); objects.end();
