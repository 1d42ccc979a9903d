import parse from "yargs-parser";
console.log(parse("--foo.bar=1 -abc --no-d --list 1 --list 2 rest -- --x", { boolean: ["a"], array: ["list"], alias: { f: ["foo"] }, configuration: { "populate--": true } }), parse(["--n", "5", "-v"], { number: ["n"], count: ["v"] }));
