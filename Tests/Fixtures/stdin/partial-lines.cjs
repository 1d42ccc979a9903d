for (const part of [10, 50, 100]) process.stdout.write(`\r${part} %`);
process.stdin.resume().on("end", () => {
  console.log("lines");
  process.stdout.write("no end");
});
