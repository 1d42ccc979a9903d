const raw = require("raw-body");
const { PassThrough } = require("stream");
const body = (text) => { const stream = new PassThrough(); stream.end(text); return stream; };
raw(body("hello"), { encoding: "utf8" }).then((text) => console.log(text));
raw(body("too long"), { limit: 3 }).catch((error) => console.log(error.type, error.statusCode));
raw(body("abc"), { length: 5 }, (error) => console.log(error.type, error.expected, error.received));
