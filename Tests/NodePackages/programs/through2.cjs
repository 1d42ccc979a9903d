const through = require("through2");
const stream = through.obj(function (value, encoding, done) { this.push(value * 2); done(); }, function (done) { this.push("last"); done(); });
stream.on("data", (value) => console.log(value));
stream.write(1); stream.write(2); stream.end();
const bytes = through((chunk, encoding, done) => done(null, chunk));
bytes.on("data", (chunk) => console.log(Buffer.isBuffer(chunk), String(chunk)));
bytes.end("text");
