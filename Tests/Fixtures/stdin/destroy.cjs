process.stdin.once("data", () => process.stdin.destroy());
process.stdin.on("close", () => console.log("close")).on("end", () => console.log("end"));
process.on("exit", () => console.log(process.stdin.destroyed, process.stdin.readableEnded));
