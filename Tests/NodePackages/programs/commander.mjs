import { Command, Option, InvalidArgumentError } from "commander";
const program = new Command();
program.exitOverride().configureOutput({ writeErr: (text) => console.log("error:", text.trim()), writeOut: (text) => console.log(text) });
program.name("tool").version("1.2.3").option("-d, --debug", "more output").option("-p, --port <number>", "port", parseInt, 80)
  .addOption(new Option("-c, --color <name>", "color").choices(["red", "green"])).argument("<file>", "a file");
program.parse(["-d", "--port", "8080", "-c", "red", "in.txt"], { from: "user" });
console.log(program.opts(), program.args, program.helpInformation());
try { program.parse(["-c", "blue", "x"], { from: "user" }); } catch (error) { console.log(error.code, new InvalidArgumentError("no").code); }
