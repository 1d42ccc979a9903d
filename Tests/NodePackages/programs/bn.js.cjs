const BN = require("bn.js");
const a = new BN("dead", 16), b = new BN("101010", 2);
console.log(a.add(b).toString(10), a.pow(new BN(20)).toString(16), a.invm(new BN(65537)).toString(), a.umod(b).toNumber(), new BN("-7").divRound(new BN(2)).toString(), a.toArrayLike(Buffer, "be", 4).toString("hex"));
console.log(new BN("ffffffffffffffff", 16).toRed(BN.red("k256")).redSqr().fromRed().toString(16));
