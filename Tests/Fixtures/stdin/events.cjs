const events = [];
let length = 0;
for (const name of ["readable", "end", "close", "error", "pause", "resume"]) {
  if (name !== "readable") process.stdin.on(name, () => events.push(name));
}
process.stdin.on("data", (chunk) => (length += chunk.length));
process.on("exit", (code) => console.log(code, length, events.join(" ")));
