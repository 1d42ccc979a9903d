const minimist = require("minimist");
const classNames = require("classnames");
console.log(minimist(["-a", "beep", "-xyz", "--n=5", "--no-k", "foo", "--", "z"], { boolean: ["x"], alias: { a: "aa" }, default: { q: 1 } }), classNames("a", { b: true, c: false }, ["d", { e: 1 }]));
