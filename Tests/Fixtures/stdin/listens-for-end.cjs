process.stdin.on("end", () => console.log("never"));
process.on("exit", () => console.log("exit"));
