const { selectAll, is } = require("css-select");
const { parse, stringify } = require("css-what");
const { parseDocument } = require("htmlparser2");
const nthCheck = require("nth-check");
const page = parseDocument("<div><p id=a class='x y'>1</p><p>2</p><b title=t>3</b></div>");
console.log(selectAll("p.x, b[title^=t], p:nth-of-type(2)", page).length, is(page.children[0], ":has(> b)"), stringify(parse("a > b:not(.c)::before")), nthCheck.compile ? [0, 1, 2].map(nthCheck.compile([2, 0])) : [0, 1].map(nthCheck("2n")));
