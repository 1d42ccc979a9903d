// Renders a thousand rows with includes, custom delimiters and async functions.
const ejs = require("ejs");
const source = `<%# a comment %><h1><%= title %></h1>
<%_ for (const [at, row] of rows.entries()) { _%>
  <p class="<%= at % 2 ? 'odd' : 'even' %>"><%= row.name -%> <%- row.html %><%% <%- include("cell", { row }) %></p>
<%_ } _%>`;
const options = { includer: (path) => ({ template: path === "cell" ? "[<%= row.cells.map((cell) => cell * 2).join() %>]" : "" }), client: false };
console.log(ejs.render(source, { title: "<Title>", rows: Array.from({ length: 1000 }, (_, at) => ({ name: `a & ${at}`, html: `<b>${at}</b>`, cells: [at, at + 1] })) }, options));
console.log(ejs.compile("<? if (x) { ?><?= x ?><? } ?>", { delimiter: "?", client: true }).toString().length, ejs.render("<? if (x) { ?><?= x ?><? } ?>", { x: 5 }, { delimiter: "?" }));
ejs.render("<%= await value %>", { value: Promise.resolve(7) }, { async: true }).then(console.log);
for (const bad of ["<% if (x) { %>", "<%= missing %>", "<%= 1", "<%- include('absent') %>"]) try { console.log(ejs.render(bad, {}, { filename: "bad.ejs" })); } catch (error) { console.log(error.name, error.message.split("\n").slice(0, 6).join("|").replace(process.cwd(), "")); }
