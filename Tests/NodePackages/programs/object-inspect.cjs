const inspect = require("object-inspect");
const seedrandom = require("seedrandom");
const random = seedrandom("hello.");
console.log(inspect({ a: [1, null, undefined, "x'y"], m: new Map([[1, new Set([2])]]), d: new Date(0), s: Symbol("q"), r: /x/g, e: new TypeError("t"), n: { n: {} } }), random().toFixed(10), random.int32());
