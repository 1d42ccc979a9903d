process.stdin.on("data", (chunk) => {
  console.log(chunk.length > 0);
  process.exit(3);
});
process.stdin.on("end", () => (process.exitCode = 4));
