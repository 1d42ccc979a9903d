import process from "node:process";
let text = "";
for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
console.log(text.length, JSON.stringify(text.slice(0, 30)), JSON.stringify(text.slice(-30)));
