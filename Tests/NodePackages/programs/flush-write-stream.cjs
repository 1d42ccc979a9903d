const flush = require("flush-write-stream");
const stream = flush((data, encoding, done) => { console.log("write", String(data)); done(); }, (done) => { console.log("flush"); done(); });
stream.on("finish", () => console.log("finish"));
stream.write("a"); stream.write("b"); stream.end();
