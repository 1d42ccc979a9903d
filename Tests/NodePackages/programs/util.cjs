for (const loaded of [require("util"), require("util/")]) {
  const util = loaded;
  console.log(util.format("%s %d %i %j %%", "a", 1.5, 2.7, { b: 1 }), util.inspect({ a: { b: { c: {} } }, d: [1, , 3] }, { depth: 1 }), util.isDeepStrictEqual ? util.isDeepStrictEqual({ a: 1 }, { a: 1 }) : true);
  util.promisify((a, done) => done(null, a * 2))(4).then((value) => console.log("promisified", value));
  util.callbackify(async (a) => a + 1)(1, (error, value) => console.log("callback", error, value));
  console.log(util.types.isDate(new Date()), util.types.isRegExp(/x/), util.types.isPromise(Promise.resolve()));
}
