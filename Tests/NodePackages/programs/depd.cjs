const deprecate = require("depd")("tool");
const statuses = require("statuses");
const vary = require("vary");
process.on("deprecation", (error) => console.log(error.name, error.namespace, error.message));
const old = deprecate.function((a) => a + 1, "old is deprecated");
console.log(old(1), statuses(200), vary.append("Accept", "Origin"));
