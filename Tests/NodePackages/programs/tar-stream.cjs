const tar = require("tar-stream");
const pack = tar.pack();
pack.entry({ name: "a.txt", mtime: new Date(0) }, "some text");
pack.entry({ name: "folder", type: "directory", mtime: new Date(0) });
pack.finalize();
const extract = tar.extract();
extract.on("entry", (header, stream, next) => {
  let text = "";
  stream.on("data", (chunk) => { text += chunk; }).on("end", () => { console.log(header.name, header.type, header.size, header.mtime.toISOString(), text); next(); });
});
extract.on("finish", () => console.log("finish"));
pack.pipe(extract);
