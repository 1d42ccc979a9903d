// Checks the colour of a picture's first pixel: node Packaging/test/pixel.mjs FILE RED GREEN BLUE

import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

const [file, ...wanted] = process.argv.slice(2);
const bytes = readFileSync(file);
if (bytes.toString("latin1", 1, 4) !== "PNG") throw new Error(`${file} is no PNG`);

const chunks = new Map();
for (let at = 8; at < bytes.length; ) {
  const length = bytes.readUInt32BE(at);
  const name = bytes.toString("latin1", at + 4, at + 8);
  chunks.set(name, Buffer.concat([chunks.get(name) ?? Buffer.alloc(0), bytes.subarray(at + 8, at + 8 + length)]));
  at += 12 + length;
}
const header = chunks.get("IHDR");
if (header[8] !== 8 || ![2, 6].includes(header[9])) throw new Error(`${file} has no 8-bit colours`);
// Whatever filter the first line has, its first pixel stands as it is.
const [, ...pixel] = inflateSync(chunks.get("IDAT")).subarray(0, 4);
const size = `${header.readUInt32BE(0)} by ${header.readUInt32BE(4)}`;
if (pixel.join() !== wanted.join()) throw new Error(`the first pixel of ${file} (${size}) is ${pixel}, not ${wanted}`);
console.log(`  ok    the picture of ${size} pixels has the colour that follows the answer of Swift`);
