const ejs = require("ejs");
console.log(ejs.render("<% for (const x of list) { %><i><%= x %></i><%- '<br>' %><% } %>", { list: ["a", "<b>"] }), ejs.compile("<?= a ?>", { delimiter: "?" })({ a: 1 }), ejs.escapeXML("<'>"));
try { ejs.render("<%= missing %>", {}); } catch (error) { console.log(error.name, error.message.includes("missing")); }
