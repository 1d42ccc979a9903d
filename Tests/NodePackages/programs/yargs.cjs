const yargs = require("yargs/yargs");
const parser = (given) => yargs(given).exitProcess(false).scriptName("tool").locale("en").help(false).version(false);
console.log(parser(["--name", "x", "-v", "rest"]).option("name", { type: "string", alias: "n" }).boolean("v").parse());
parser(["add", "3"]).command("add <count>", "adds", (command) => command.positional("count", { type: "number" }), (values) => console.log("added", values.count)).parse();
parser([]).demandOption("must").fail((message) => console.log(message)).parse();
