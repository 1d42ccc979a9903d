const { ec: EC, eddsa: EdDSA } = require("elliptic");
const key = new EC("secp256k1").keyFromPrivate("97ddae0f3a25b92268175400149d65d6887b9cefaf28ea2c078e05cdc15a3c0a");
const signature = key.sign([1, 2, 3, 4], { canonical: true });
console.log(key.getPublic("hex"), signature.toDER("hex"), key.verify([1, 2, 3, 4], signature), key.verify([1, 2, 3, 5], signature));
console.log(new EdDSA("ed25519").keyFromSecret("61233ca4590acd").sign("abcd").toHex());
