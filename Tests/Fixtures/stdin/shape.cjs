const { stdin } = process;
const { Readable } = require("node:stream");
console.log(stdin === process.stdin, stdin instanceof Readable, stdin.fd, stdin.isTTY, stdin.readableHighWaterMark);
console.log(stdin.readableFlowing, stdin.readable, stdin.readableEncoding, stdin.readableLength, stdin.readableObjectMode);
const { enumerable, configurable } = Object.getOwnPropertyDescriptor(process, "stdin");
console.log(enumerable, configurable, Object.keys(process).includes("stdin"));
