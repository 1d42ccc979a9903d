const _ = require("lodash");
console.log(_.chunk([1, 2, 3, 4, 5], 2), _.groupBy(["one", "two", "three"], "length"), _.camelCase("foo bar-baz"));
console.log(_.merge({ a: [{ b: 2 }] }, { a: [{ c: 3 }] }), _.template("hello <%= user %>")({ user: "fred" }), _.isEqual({ a: [1] }, { a: [1] }));
console.log(_.debounce(() => 1).name, require("lodash/fp").map((x) => x * 2)([1, 2]), _.cloneDeep(new Map([[1, { a: 1 }]])));
