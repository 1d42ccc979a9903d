import chalk, { Chalk } from "chalk";
const colored = new Chalk({ level: 1 });
console.log(JSON.stringify(colored.blue.bgRed.bold("x") + colored.hex("#ff0000")("y")), new Chalk({ level: 0 }).green("plain"), typeof chalk.level);
