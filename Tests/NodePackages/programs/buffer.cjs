const { Buffer: Ported } = require("buffer/");
const { Buffer: BuiltIn } = require("buffer");
for (const B of [Ported, BuiltIn]) {
  const buffer = B.alloc(16);
  buffer.writeDoubleLE(Math.PI, 0); buffer.writeInt32BE(-5, 8); buffer.writeUIntLE(0x123456, 12, 3);
  console.log(buffer.toString("hex"), buffer.readDoubleLE(0), buffer.readInt32BE(8), buffer.readUIntLE(12, 3), buffer.indexOf(0xfb), buffer.slice(-4).equals(buffer.subarray(12)), B.from("\u20ac").length, B.byteLength("aGk=", "base64"), buffer.fill("ab", 0, 5).toString("latin1", 0, 5), B.from([1, 2, 3]).swap16 ? 1 : 0, B.isBuffer(buffer));
}
