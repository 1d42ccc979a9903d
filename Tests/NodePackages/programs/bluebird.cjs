const Promise = require("bluebird");
Promise.map([1, 2, 3], (x) => Promise.delay(3 - x).then(() => x * 2), { concurrency: 2 }).then((list) => console.log(list));
Promise.reject(new TypeError("t")).catch(RangeError, () => console.log("range")).catch(TypeError, (error) => console.log("type", error.message)).finally(() => console.log("finally"));
Promise.promisify((a, done) => done(null, a + 1))(1).timeout(100).then((value) => console.log("promisified", value));
Promise.coroutine(function* () { const a = yield Promise.resolve(1); return a + (yield Promise.resolve(2)); })().then((sum) => console.log("sum", sum));
