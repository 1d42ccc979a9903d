const async = require("async");
async.mapSeries([1, 2, 3], (x, done) => setTimeout(() => done(null, x * 2), 1), (error, result) => {
  console.log(error, result);
  queue.push([1, 2, 3]);
});
async.auto({ a: (done) => done(null, 1), b: ["a", (done, results) => done(null, results)] }, (error, results) => console.log("auto", Object.keys(results)));
const queue = async.queue((task, done) => { console.log("task", task); setImmediate(done); }, 2);
queue.drain = () => console.log("drained");
