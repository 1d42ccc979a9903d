const sizes = [];
process.stdin.on("readable", () => {
  for (let chunk; (chunk = process.stdin.read(7)) !== null; ) sizes.push(chunk.length);
});
process.stdin.on("end", () => console.log(sizes.length, sizes[0], sizes.at(-1), sizes.slice(0, -1).every((size) => size === 7)));
