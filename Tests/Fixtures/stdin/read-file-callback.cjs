const fs = require("node:fs");
fs.readFile(0, (error, data) => {
  console.log(error, data.length, Buffer.isBuffer(data));
  fs.readFile("/dev/stdin", "latin1", (again, text) => console.log(again, typeof text));
});
