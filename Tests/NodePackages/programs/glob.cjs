const glob = require("glob");
const path = require("path");
const folder = path.dirname(require.resolve("glob"));
console.log(glob.sync("*.js", { cwd: folder }), glob.hasMagic("a/*.js"), glob.sync("never/*.x", { cwd: folder }));
glob("{common,sync}.js", { cwd: folder }, (error, files) => console.log(error, files));
