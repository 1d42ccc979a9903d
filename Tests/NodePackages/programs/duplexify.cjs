const duplexify = require("duplexify");
const { PassThrough } = require("stream");
const readable = new PassThrough();
const writable = new PassThrough();
const both = duplexify(writable, readable);
both.on("data", (chunk) => console.log("read", String(chunk))).on("finish", () => console.log("finish")).on("end", () => console.log("end"));
writable.on("data", (chunk) => console.log("written", String(chunk)));
readable.write("in"); both.write("out"); both.end(); readable.end();
