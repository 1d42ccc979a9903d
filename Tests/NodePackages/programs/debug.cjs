const debug = require("debug");
const log = debug("app:one");
const lines = [];
debug.log = (...values) => lines.push(values);
debug.enable("app:*,-app:two");
log("hello %s %o", "x", { a: 1 });
console.log(debug.enabled("app:two"), debug.enabled("app:one"), log.namespace, lines.length, typeof log.color, debug("a").extend("b").namespace);
