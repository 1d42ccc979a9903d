const resolve = require("resolve");
const path = require("path");
const shown = (found) => path.relative(__dirname, found);
console.log(shown(resolve.sync("resolve", { basedir: __dirname })), resolve.isCore("fs"), resolve.isCore("resolve"));
try { resolve.sync("never-there", { basedir: __dirname }); } catch (error) { console.log(error.code); }
resolve("resolve/lib/core.js", { basedir: __dirname }, (error, found) => console.log(error, shown(found)));
