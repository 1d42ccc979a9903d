const wrappy = require("wrappy");
const make = wrappy((callback) => (...values) => callback(...values));
const callback = (a) => console.log(a); callback.extra = 1;
console.log(make(callback).extra); make(callback)("called");
