const pump = require("pump");
const { Readable, Transform, Writable } = require("stream");
const upper = new Transform({ transform(chunk, encoding, done) { done(null, String(chunk).toUpperCase()); } });
pump(Readable.from(["a", "b"], { objectMode: false }), upper, new Writable({ write(chunk, encoding, done) { console.log(String(chunk)); done(); } }), (error) => console.log("done", error));
pump(new Readable({ read() { this.destroy(new Error("no source")); } }), new Writable({ write() {} }), (error) => console.log(error.message));
