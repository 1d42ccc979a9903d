const cbor = require("cbor");
const value = { a: [1, -2, 3.5, "text", null, true], b: { c: 12345678901234567890n, d: new Date(0) }, bytes: Buffer.from([1, 2, 3]) };
const encoded = cbor.encode(value);
console.log(encoded.toString("hex"), cbor.decodeFirstSync(encoded));
cbor.decodeAll(Buffer.concat([cbor.encode(1), cbor.encode("two")]), (error, values) => console.log(error, values));
const decoder = new cbor.Decoder();
decoder.on("data", (item) => console.log("item", item)).on("end", () => console.log("end"));
for (const byte of cbor.encode([1, { two: 2 }])) decoder.write(Buffer.from([byte]));
decoder.end();
try { cbor.decodeFirstSync(Buffer.from([0x82, 1])); } catch (error) { console.log(error.message); }
