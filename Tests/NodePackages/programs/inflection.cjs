const inflection = require("inflection");
const { vsprintf, sprintf } = require("sprintf-js");
const kindOf = require("kind-of");
console.log(inflection.pluralize("person"), inflection.camelize("foo_bar"), inflection.ordinalize("the 23 pages"), sprintf("%2$s %1$05.2f %x %-5s| %j", 3.14159, "a", 255, "b", { c: 1 }), vsprintf("%+d", [5]), [1, "", [], new Map(), null, function* () {}].map(kindOf));
