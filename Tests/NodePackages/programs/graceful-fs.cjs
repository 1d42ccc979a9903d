const fs = require("graceful-fs");
console.log(fs.existsSync("/nope/never"), typeof fs.readFile, fs.readFileSync(__filename, "utf8").slice(0, 8));
fs.readFile("/nope/never", (error) => console.log(error.code, error.syscall));
fs.readdir("/nope/never", (error) => console.log(error.code));
