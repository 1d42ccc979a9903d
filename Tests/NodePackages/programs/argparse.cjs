const { ArgumentParser } = require("argparse");
const parser = new ArgumentParser({ prog: "tool", description: "test", exit_on_error: false });
parser.add_argument("-f", "--foo", { help: "foo", type: "int", default: 1 });
parser.add_argument("rest", { nargs: "*" });
console.log(parser.parse_args(["-f", "5", "a", "b"]), parser.format_usage());
