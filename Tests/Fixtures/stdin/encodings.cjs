const encoding = { 0: "hex", 1: "base64", 2: "latin1", 3: "utf16le" }[process.argv.length % 4];
process.stdin.setEncoding(encoding);
console.log(process.stdin.readableEncoding);
let text = "";
process.stdin.on("data", (piece) => (text += piece)).on("end", () => console.log(text.length, text.slice(0, 40), text.slice(-40)));
