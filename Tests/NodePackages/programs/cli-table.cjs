const Table = require("cli-table");
const table = new Table({ head: ["a", "b"], colWidths: [10, 12], style: { head: [], border: [] } });
table.push(["1", "two"], ["three is long text", "4"]);
console.log(table.toString());
