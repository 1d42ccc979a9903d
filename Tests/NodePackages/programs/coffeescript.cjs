const coffee = require("coffeescript");
console.log(coffee.compile("square = (x) -> x * x\nlist = (square n for n in [1..3] when n isnt 2)", { bare: true }));
try { coffee.compile("a = ("); } catch (error) { console.log(error.message); }
