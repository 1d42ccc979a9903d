const cliui = require("cliui");
const ui = cliui({ width: 60 });
ui.div("Usage: $0 [command] [options]");
ui.div({ text: "Options:", padding: [1, 0, 1, 0] });
ui.div({ text: "-f, --file", width: 20, padding: [0, 4, 0, 4] }, { text: "the file to load. if there is none, the default is used", width: 25 }, { text: "[required]", align: "right" });
console.log(ui.toString());
