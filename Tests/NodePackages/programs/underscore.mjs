import _, { groupBy, memoize } from "underscore";
console.log(_.chain([3, 1, 2]).sortBy().map((x) => x * 2).value(), groupBy([1.3, 2.1, 2.4], Math.floor), memoize((x) => x * 3)(4), _.template("a <%- b %>")({ b: "<" }));
