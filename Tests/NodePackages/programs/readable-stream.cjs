const { Readable, Writable, Transform, pipeline, finished } = require("readable-stream");
const upper = new Transform({ transform(chunk, encoding, done) { done(null, chunk.toString().toUpperCase()); } });
const sink = new Writable({ write(chunk, encoding, done) { console.log("chunk", chunk.toString()); setTimeout(done, 1); } });
pipeline(Readable.from ? new Readable({ read() { this.push("a"); this.push("b"); this.push(null); } }) : null, upper, sink, (error) => console.log("done", error));
const objects = new Readable({ objectMode: true, read() {} });
objects.on("data", (value) => console.log("object", value)).on("end", () => console.log("end"));
objects.push({ a: 1 }); objects.push([2]); objects.push(null);
finished(objects, (error) => console.log("finished", error));
