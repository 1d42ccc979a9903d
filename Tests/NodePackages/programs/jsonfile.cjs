const jsonfile = require("jsonfile");
const path = require.resolve("jsonfile/package.json");
console.log(jsonfile.readFileSync(path).name);
jsonfile.readFile("/nope.json", (error) => console.log(error.code));
try { jsonfile.readFileSync(__filename); } catch (error) { console.log(error.name); }
