const through = require("through");
const stream = through(function (data) { this.queue(String(data).toUpperCase()); }, function () { this.queue("END"); this.queue(null); });
stream.on("data", (data) => console.log(data)).on("end", () => console.log("ended")).on("close", () => console.log("closed"));
stream.write("a"); stream.pause(); stream.write("b"); console.log(stream.paused); stream.resume(); stream.end();
