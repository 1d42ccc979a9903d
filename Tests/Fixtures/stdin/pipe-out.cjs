process.stdin.pipe(process.stdout);
process.on("exit", () => console.log());
