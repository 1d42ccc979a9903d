// Compresses megabytes, and makes and reads archives.
import pako from "pako";
import JSZip from "jszip";
const bytes = new Uint8Array(3_000_000); let seed = 1; for (let at = 0; at < bytes.length; at++) { seed = (seed * 1103515245 + 12345) & 0x7fffffff; bytes[at] = seed % 100 < 80 ? (at >> 5) & 63 : seed >> 16; }
const sum = (data) => { let a = 1, b = 0; for (let at = 0; at < data.length; at++) { a = (a + data[at]) % 65521; b = (b + a) % 65521; } return ((b << 16) | a) >>> 0; };
for (const options of [{ level: 1 }, { level: 9 }, { strategy: 2 }, { raw: true, windowBits: 9, memLevel: 3 }, { gzip: true }]) { const packed = options.gzip ? pako.gzip(bytes) : pako.deflate(bytes, options); console.log(JSON.stringify(options), packed.length, sum(packed), sum(options.raw ? pako.inflateRaw(packed) : pako.ungzip(packed)) === sum(bytes)); }
const deflate = new pako.Deflate({ chunkSize: 1000, level: 6 }); const chunks = []; deflate.onData = (chunk) => chunks.push(chunk.length); for (let at = 0; at < 100_000; at += 10_000) deflate.push(bytes.subarray(at, at + 10_000), at === 90_000); console.log(deflate.err, chunks.length, chunks.reduce((a, b) => a + b));
for (const bad of [[1, 2, 3], [...pako.deflate(bytes.subarray(0, 100))].map((byte, at) => (at === 20 ? byte ^ 255 : byte)), []]) try { console.log(pako.inflate(Uint8Array.from(bad))?.length); } catch (error) { console.log(String(error?.message ?? error)); }
console.log(pako.inflate(pako.deflate("t\u00e9xt \u{1F600}"), { to: "string" }));
const zip = new JSZip(); const date = new Date(Date.UTC(2020, 0, 2, 3, 4, 6)); zip.file("a.txt", "text ".repeat(1000), { date }); zip.file("folder/b.bin", bytes.subarray(0, 50_000), { date, compression: "STORE" }); zip.file("\u00fc.txt", Promise.resolve("later"), { date, comment: "c" }); zip.folder("empty", { date });
zip.forEach((_, file) => { file.date = date; });
const archive = await zip.generateAsync({ type: "uint8array", compression: "DEFLATE", compressionOptions: { level: 9 }, comment: "all", platform: "UNIX" }, () => {}); console.log(archive.length, sum(archive));
const back = await JSZip.loadAsync(archive, { checkCRC32: true }); console.log(Object.keys(back.files), back.comment, back.files["\u00fc.txt"].comment, await back.file("\u00fc.txt").async("string"), (await back.file("a.txt").async("base64")).length, sum(await back.file("folder/b.bin").async("uint8array")) === sum(bytes.subarray(0, 50_000)), back.file(/txt$/).length, back.filter((path) => path.startsWith("folder")).length);
for (const bad of [archive.slice(0, 500), archive.slice(100), Uint8Array.of(1)]) await JSZip.loadAsync(bad).then((found) => console.log(Object.keys(found.files)), (error) => console.log(error.message.split(":")[0]));
