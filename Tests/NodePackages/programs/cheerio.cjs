const cheerio = require("cheerio");
const $ = cheerio.load("<h2 class='title'>Hello <i>world</i></h2><ul><li>a</li><li data-x='1'>b</li></ul>");
$("h2.title").text("there").addClass("welcome");
$("li:last-child").after("<li>c</li>");
console.log($.html(), $("li").map((index, element) => $(element).text()).get(), $("li[data-x]").data("x"), $("ul > li:nth-child(2)").html());
