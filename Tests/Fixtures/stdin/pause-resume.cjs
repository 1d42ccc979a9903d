let length = 0, pauses = 0;
process.stdin.on("data", (chunk) => {
  length += chunk.length;
  if (pauses++ > 20) return;
  process.stdin.pause();
  const before = length;
  setTimeout(() => {
    if (length !== before) console.log("data while paused");
    process.stdin.resume();
  }, 1);
});
process.stdin.on("end", () => console.log(length, pauses > 0));
