const Mustache = require("mustache");
console.log(Mustache.render("{{#a}}<{{.}}>{{/a}}{{^b}}no b{{/b}} {{{raw}}} {{esc}} {{> p}}", { a: [1, 2], raw: "<i>", esc: "<i>", x: "partial" }, { p: "{{x}}!" }));
