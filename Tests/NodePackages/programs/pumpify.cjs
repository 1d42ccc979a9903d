const pumpify = require("pumpify");
const { PassThrough, Transform } = require("stream");
const add = (text) => new Transform({ transform(chunk, encoding, done) { done(null, chunk + text); } });
const piped = pumpify(add("1"), add("2"), new PassThrough());
piped.on("data", (chunk) => console.log(String(chunk))).on("end", () => console.log("end"));
piped.end("x");
