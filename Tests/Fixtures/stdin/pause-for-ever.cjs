process.stdin.on("data", () => process.stdin.pause());
process.on("exit", (code) => console.log("ended", code, process.stdin.isPaused()));
