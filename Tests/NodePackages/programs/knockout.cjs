const ko = require("knockout");
const first = ko.observable("a"), full = ko.computed(() => `${first()}!`);
full.subscribe((value) => console.log("now", value));
first("b");
console.log(full(), ko.toJSON({ x: first }), ko.observableArray([1, 2]).reverse().length);
