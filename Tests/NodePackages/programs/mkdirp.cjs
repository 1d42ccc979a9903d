const mkdirp = require("mkdirp");
console.log(mkdirp.sync(__dirname), typeof mkdirp.native, typeof mkdirp.manual);
mkdirp(__dirname).then((made) => console.log(made), (error) => console.log(error.code));
