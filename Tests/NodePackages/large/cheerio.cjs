// Queries and changes a large page.
const cheerio = require("cheerio");
const page = `<html><body><table id=t>${Array.from({ length: 2000 }, (_, at) => `<tr class=${at % 2 ? "odd" : "even"}><td>${at}</td><td><a href="/p/${at}?a=1&b=2">Name &lt;${at}&gt;</a></td><td data-json='{"n":${at}}'></td></tr>`).join("\n")}</table></body></html>`;
const $ = cheerio.load(page);
console.log($("tr").length, $("tr.odd:nth-child(10n) a").map((_, a) => $(a).attr("href")).get(), $("td[data-json]").eq(5).data("json"), $("tr:contains('Name <77>')").index());
$("tr:gt(3)").remove(); $("tr").first().addClass("first").find("a").attr("title", "\"q\"").text("a < b").wrap("<span></span>").parent().before("<i>before</i>").after($("<b/>").html("&nbsp;x"));
console.log($("tr.first").nextUntil(".even").length, $.html("#t"), $("#t").text().replace(/\s+/g, " "));
console.log(cheerio.load("<a><b/>text<c d='e'>f</c></a>", { xmlMode: true }).xml(), cheerio.load("<p>one<p>two<li>three").html(), $("form").serialize(), cheerio.load("<form><input name=a value='x y'><select name=b><option selected>z</select></form>")("form").serialize());
try { $("tr:nonsense("); } catch (error) { console.log(error.message); }
