const { Buffer } = require("safe-buffer");
console.log(Buffer.from("hello").toString("base64"), Buffer.alloc(3, "ab"), Buffer.concat([Buffer.from([1]), Buffer.from("02", "hex")]), Buffer.from("h\u00e9", "latin1"), Buffer.from("_-8", "base64url").readUInt16BE(0), Buffer.compare(Buffer.from("a"), Buffer.from("b")), JSON.stringify(Buffer.from("x")));
