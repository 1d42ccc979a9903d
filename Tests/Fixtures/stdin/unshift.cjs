let text = "", isFirst = true;
process.stdin.on("readable", () => {
  for (let chunk; (chunk = process.stdin.read()) !== null; ) {
    if (isFirst) {
      isFirst = false;
      process.stdin.unshift(Buffer.concat([Buffer.from("put back: "), chunk]));
    } else text += chunk.toString("latin1");
  }
});
process.stdin.on("end", () => console.log(text.length, JSON.stringify(text.slice(0, 20))));
