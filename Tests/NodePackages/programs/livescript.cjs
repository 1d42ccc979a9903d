const livescript = require("livescript");
console.log(livescript.compile("add = (a, b) -> a + b\n[1 2 3] |> map (* 2)", { bare: true, header: false }));
