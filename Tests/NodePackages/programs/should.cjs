const should = require("should");
(5).should.be.a.Number().and.be.above(4);
({ a: 1 }).should.have.property("a", 1);
for (const check of [() => (1).should.equal(2), () => [1].should.eql([2]), () => should.exist(null)]) {
  try { check(); } catch (error) { console.log(error.name, error.message); }
}
