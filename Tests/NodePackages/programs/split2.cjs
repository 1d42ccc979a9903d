const split = require("split2");
const lines = split((line) => (line === "" ? undefined : JSON.parse(line)));
lines.on("data", (value) => console.log(value)).on("error", (error) => console.log(error.name)).on("close", () => console.log("close"));
lines.write('{"a":1}\n{"b"');
lines.write(":2}\n\n[3]\n");
lines.write("nope\n");
lines.end();
