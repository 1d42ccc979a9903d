const { Transform, Writable, pipeline } = require("node:stream");
let text = "";
const upper = new Transform({ transform: (chunk, _, done) => done(null, chunk.toString("latin1").toUpperCase()) });
const sink = new Writable({ write: (chunk, _, done) => ((text += chunk.toString("latin1")), setImmediate(done)) });
pipeline(process.stdin, upper, sink, (error) => console.log(error, text.length, JSON.stringify(text.slice(0, 20))));
