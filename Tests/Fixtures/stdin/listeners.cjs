let length = 0;
const first = (chunk) => {
  length += chunk.length;
  process.stdin.off("data", first);
  process.stdin.pause();
  setImmediate(() => process.stdin.on("data", (more) => (length += more.length)).resume());
};
process.stdin.on("data", first).on("end", () => console.log(length));
