let text = "";
process.stdin.once("data", (chunk) => {
  text += chunk.toString("latin1");
  process.stdin.setEncoding("latin1").on("data", (more) => (text += more));
});
process.stdin.on("end", () => console.log(text.length, JSON.stringify(text.slice(-20))));
