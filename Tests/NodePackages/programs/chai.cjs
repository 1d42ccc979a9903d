const { assert, expect, should } = require("chai");
should();
expect([1, 2, { a: 3 }]).to.deep.include({ a: 3 }).and.have.lengthOf(3);
"text".should.match(/ex/);
for (const check of [() => expect(1).to.equal(2), () => assert.deepEqual({ a: 1 }, { a: 2 }), () => expect(() => { throw new Error("x"); }).to.throw(TypeError), () => expect({}).to.have.property("a")]) {
  try { check(); console.log("passes"); } catch (error) { console.log(error.name, error.message, error.actual, error.expected); }
}
