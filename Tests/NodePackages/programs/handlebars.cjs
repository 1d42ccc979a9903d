const Handlebars = require("handlebars");
Handlebars.registerHelper("shout", (text) => new Handlebars.SafeString(`<b>${String(text).toUpperCase()}</b>`));
Handlebars.registerPartial("item", "<li>{{name}}</li>");
const template = Handlebars.compile("{{#if list}}<ul>{{#each list}}{{> item}}{{/each}}</ul>{{else}}none{{/if}} {{shout title}} {{unsafe}} {{@root.title}}");
console.log(template({ list: [{ name: "a" }, { name: "b" }], title: "t", unsafe: "<&>" }), template({}), Handlebars.VERSION);
try { Handlebars.compile("{{#if}}")({}); } catch (error) { console.log(error.message.split("\n")[0]); }
