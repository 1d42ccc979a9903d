// Curves, ciphers, hashes and keys in JavaScript alone.
// packages: isarray
const { ec: EC, eddsa: EdDSA } = require("elliptic");
const asn1 = require("asn1.js");
const BN = require("bn.js");
const nacl = require("tweetnacl");
const createHash = require("create-hash/browser");
const createHmac = require("create-hmac/browser");
const aes = require("browserify-aes/browser");
const { pbkdf2Sync } = require("pbkdf2/browser");
for (const name of ["secp256k1", "p256", "p384", "p521", "curve25519"]) {
  const curve = new EC(name); const first = curve.keyFromPrivate("0123456789abcdef".repeat(3)); const second = curve.keyFromPrivate("fedcba9876543210".repeat(3));
  console.log(name, first.getPublic("hex"), first.derive(second.getPublic()).toString(16) === second.derive(first.getPublic()).toString(16));
  if (name !== "curve25519") { const signature = first.sign("deadbeef", { canonical: true }); console.log(signature.toDER("hex"), first.verify("deadbeef", signature), first.verify("deadbeee", signature), curve.recoverPubKey(Buffer.from("deadbeef", "hex"), signature, signature.recoveryParam).eq(first.getPublic())); }
}
const edwards = new EdDSA("ed25519").keyFromSecret("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"); console.log(edwards.getPublic("hex"), edwards.sign("").toHex());
const pair = nacl.sign.keyPair.fromSeed(Uint8Array.from({ length: 32 }, (_, at) => at)); const signed = nacl.sign(Buffer.from("text"), pair.secretKey); console.log(Buffer.from(signed).toString("hex"), Buffer.from(nacl.sign.open(signed, pair.publicKey)).toString(), nacl.sign.open(Uint8Array.from(signed, (byte, at) => byte ^ (at === 3)), pair.publicKey));
console.log(Buffer.from(nacl.secretbox(Buffer.from("message"), new Uint8Array(24), new Uint8Array(32).fill(7))).toString("hex"), Buffer.from(nacl.hash(Buffer.from("abc"))).toString("base64"));
for (const name of ["md5", "rmd160", "sha1", "sha224", "sha256", "sha384", "sha512"]) console.log(name, createHash(name).update("a".repeat(1000)).update("\u00e4", "utf8").digest("hex"), createHmac(name, "key").update("text").digest("base64"));
console.log(pbkdf2Sync("password", "salt", 200, 64, "sha512").toString("hex"));
for (const mode of ["aes-128-cbc", "aes-256-ctr", "aes-192-ecb", "aes-256-gcm", "aes-128-cfb8", "aes-256-ofb"]) { const size = Number(mode.split("-")[1]) / 8; const iv = mode.includes("ecb") ? Buffer.alloc(0) : Buffer.alloc(mode.includes("gcm") ? 12 : 16, 1); const cipher = aes.createCipheriv(mode, Buffer.alloc(size, 2), iv); const text = Buffer.concat([cipher.update("a message of some length, in parts "), cipher.update("and more"), cipher.final()]); const decipher = aes.createDecipheriv(mode, Buffer.alloc(size, 2), iv); if (mode.includes("gcm")) { const tag = cipher.getAuthTag(); console.log(tag.toString("hex")); decipher.setAuthTag(tag); } console.log(mode, text.toString("hex"), Buffer.concat([decipher.update(text), decipher.final()]).toString()); }
try { const decipher = aes.createDecipheriv("aes-128-cbc", Buffer.alloc(16), Buffer.alloc(16)); decipher.update(Buffer.alloc(16)); decipher.final(); } catch (error) { console.log(error.message); }
const Key = asn1.define("Key", function () { this.seq().obj(this.key("version").int(), this.key("id").objid({ "1.2.840.113549.1.1.1": "rsa" }), this.key("modulus").int(), this.key("list").seqof(asn1.define("Item", function () { this.choice({ a: this.utf8str(), b: this.bool(), c: this.explicit(2).null_() }); })), this.key("when").optional().utctime(), this.key("bits").bitstr()); });
const encoded = Key.encode({ version: 1, id: "rsa", modulus: new BN("f".repeat(64), 16), list: [{ type: "a", value: "t\u00e9xt" }, { type: "b", value: true }], when: Date.UTC(2020, 1, 3), bits: { unused: 3, data: Buffer.from([0xf8]) } }, "der"); console.log(encoded.toString("hex"), JSON.stringify(Key.decode(encoded, "der")));
for (const length of [1, 5, 20]) try { Key.decode(encoded.slice(0, length), "der"); } catch (error) { console.log(error.name, error.message); }
const prime = new BN(2).pow(new BN(127)).isubn(1); console.log(prime.toString(), new BN(3).toRed(BN.red(prime)).redPow(new BN("123456789012345678901234567890")).toString(), prime.invm(new BN(1000003)).toString(36), new BN("-ff", 16).divmod(new BN(7)).mod.toString());
