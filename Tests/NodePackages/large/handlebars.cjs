// Renders a page of a thousand rows with partials, helpers and blocks, and precompiles it.
const Handlebars = require("handlebars");
Handlebars.registerHelper("money", (value, options) => `${options.hash.sign ?? "$"}${value.toFixed(2)}`);
Handlebars.registerHelper("list", function (items, options) { return items.length ? items.map((item, index) => options.fn(item, { data: { ...options.data, index, odd: index % 2 === 1 } })).join("") : options.inverse(this); });
Handlebars.registerPartial("row", "<tr class=\"{{#if @odd}}odd{{else}}even{{/if}}\"><td>{{@index}}</td><td>{{name}}</td><td>{{{money price sign=\"EUR \"}}}</td>{{> @partial-block}}</tr>\n");
const source = `{{!-- a comment --}}<h1>{{title}}</h1>
{{#*inline "cell"}}<td>{{tag}}</td>{{/inline}}
{{#list rows}}{{#> row}}{{#each tags as |tag at|}}{{> cell tag=tag}}{{#unless @last}}, {{/unless}}{{/each}}{{/row}}{{else}}none{{/list}}
{{#with owner}}{{name}} {{../title}} {{lookup ../rows.[3] "name"}}{{/with}}{{~#each map}} {{@key}}={{this}}{{~/each}}`;
const rows = Array.from({ length: 1000 }, (_, at) => ({ name: `<item & ${at}>`, price: at * 1.1, tags: ["a", "b", "c"].slice(0, at % 4) }));
const template = Handlebars.compile(source);
console.log(template({ title: "A \"title\"", rows, owner: { name: "Ana" }, map: { x: 1, y: 2 } }));
console.log(template({ title: "empty", rows: [] }));
console.log(Handlebars.precompile(source).length, Handlebars.precompile("{{a.b.[c d]}} {{#if x}}y{{/if}}"));
for (const bad of ["{{#if x}}", "{{/if}}", "{{a b=}}", "{{> missing}}", "{{missing 1 2}}"]) try { console.log(Handlebars.compile(bad, { strict: true })({})); } catch (error) { console.log(error.message); }
