for (const loaded of [require("string_decoder"), require("string_decoder/")]) {
  const { StringDecoder } = loaded;
  const decoder = new StringDecoder("utf8");
  console.log(decoder.write(Buffer.from([0xe2, 0x82])) + "|" + decoder.write(Buffer.from([0xac])) + "|" + decoder.end(Buffer.from([0xe2])));
  console.log(new StringDecoder("base64").write(Buffer.from("abcd")), new StringDecoder("utf16le").end(Buffer.from([0x61, 0, 0x3d, 0xd8])).length);
}
