const browserslist = require("browserslist");
console.log(browserslist("ie 10-11, chrome 80"), browserslist(["firefox >= 60 and firefox <= 62"]), browserslist.parse("last 1 edge version").length);
try { browserslist("nonsense 7"); } catch (error) { console.log(error.message); }
