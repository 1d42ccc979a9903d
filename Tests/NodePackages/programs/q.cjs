const Q = require("q");
Q.all([1, Q.delay(2).thenResolve(2)]).spread((a, b) => console.log(a, b)).done();
Q.nfcall((done) => done(null, "node")).then((value) => console.log(value)).fin(() => console.log("fin"));
Q.allSettled([Q.reject(new Error("r")), 1]).then((states) => console.log(states.map((state) => state.state)));
