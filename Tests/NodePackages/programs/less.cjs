const less = require("less");
less.render("@c: #112233; .m(@a) { width: @a * 2 } a { color: lighten(@c, 10%); .m(3px); &:hover { b: c } }").then((output) => console.log(output.css), (error) => console.log("fails", error.message));
less.render("a { b: @none }").catch((error) => console.log(error.type, error.message, error.line));
