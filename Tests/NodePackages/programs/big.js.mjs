import Big from "big.js";
import Decimal from "decimal.js";
console.log(new Big("0.1").plus("0.2").toString(), new Big(2).sqrt().toFixed(30), new Decimal(2).pow("0.5").toString(), Decimal.exp(1).toSignificantDigits(20).toString(), new Decimal("0x1f.8").toBinary());
