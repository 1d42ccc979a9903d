process.on("exit", (code) => console.log("exit", code));
process.stdin.on("data", () => {
  throw new Error("in a listener");
});
