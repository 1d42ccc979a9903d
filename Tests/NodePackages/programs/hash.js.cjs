// packages: isarray
const hash = require("hash.js");
const createHash = require("sha.js");
console.log(hash.sha256().update("abc").digest("hex"), hash.hmac(hash.sha1, "key").update("data").digest("hex"), createHash("sha512").update("abc", "utf8").digest("base64"), hash.ripemd160().update("x").digest("hex"));
