const { Parser, Store, DataFactory } = require("n3");
const quads = new Parser().parse("@prefix c: <http://x.org/c#>. c:Tom a c:Cat; c:age 3.");
const store = new Store(quads);
console.log(quads.map((quad) => quad.object.value), store.size, store.getSubjects(null, null, null).map((term) => term.value), DataFactory.literal("x", "en").language);
