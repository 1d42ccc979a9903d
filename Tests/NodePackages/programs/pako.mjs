import pako from "pako";
const bytes = new TextEncoder().encode("hello hello hello hello ".repeat(20));
const packed = pako.gzip(bytes, { header: false });
console.log(pako.deflate(bytes).length, pako.ungzip(packed, { to: "string" }).length, [...pako.deflateRaw("aaa")], pako.inflate(pako.deflate("x"), { to: "string" }));
try { pako.inflate(new Uint8Array([1, 2, 3])); } catch (error) { console.log(String(error)); }
