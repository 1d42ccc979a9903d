const asn1 = require("asn1.js");
const Human = asn1.define("Human", function () { this.seq().obj(this.key("first").octstr(), this.key("age").int(), this.key("gender").enum({ 0: "male", 1: "female" })); });
const bytes = Human.encode({ first: Buffer.from("Tom"), age: 44, gender: "male" }, "der");
const back = Human.decode(bytes, "der");
console.log(bytes.toString("hex"), String(back.first), back.age.toString(), back.gender);
try { Human.decode(Buffer.from([0x30, 0x05]), "der"); } catch (error) { console.log(error.name); }
