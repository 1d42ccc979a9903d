let length = 0;
const stdin = process.openStdin();
stdin.on("data", (chunk) => (length += chunk.length)).on("end", () => console.log(length, stdin === process.stdin));
