const equal = require("fast-deep-equal");
console.log(equal({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }), equal([1], [2]), equal(/a/g, /a/g), equal(NaN, NaN), equal(new Date(1), new Date(1)), require("fast-deep-equal/es6")(new Map([[1, 2]]), new Map([[1, 2]])));
