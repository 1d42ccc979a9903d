const { PassThrough } = require("node:stream");
const through = process.stdin.pipe(new PassThrough({ highWaterMark: 10 }));
let length = 0;
const timer = setInterval(() => {
  for (let chunk; (chunk = through.read()) !== null; ) length += chunk.length;
}, 0);
through.on("readable", () => {}).on("end", () => {
  clearInterval(timer);
  console.log(length);
});
