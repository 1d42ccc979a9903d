process.stdin.on("error", (error) => console.log("error", error.message)).resume();
process.stdin.destroy(new Error("own"));
