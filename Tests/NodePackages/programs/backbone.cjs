const Backbone = require("backbone");
const Model = Backbone.Model.extend({ defaults: { n: 1 }, validate: (attributes) => (attributes.n < 0 ? "negative" : undefined) });
const list = new (Backbone.Collection.extend({ model: Model, comparator: "n" }))([{ n: 3 }, { n: 2 }]);
list.on("change:n", (model, value) => console.log("changed", value));
list.at(0).set({ n: 5 });
console.log(list.pluck("n"), list.add({}).get("n"), new Model({ n: -1 }).isValid(), list.where({ n: 5 }).length);
