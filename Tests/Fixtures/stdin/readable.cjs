let length = 0;
process.stdin.on("readable", () => {
  for (let chunk; (chunk = process.stdin.read()) !== null; ) length += chunk.length;
});
process.stdin.on("end", () => console.log("end", length, process.stdin.readableFlowing));
