const iconv = require("iconv-lite");
console.log(iconv.encode("\u00e4\u20ac", "win1252"), iconv.decode(Buffer.from([0x82, 0xa0]), "shift_jis"), iconv.encode("\u4f60\u597d", "gbk"), iconv.decode(Buffer.from("fffe41002600", "hex"), "utf16"), iconv.encodingExists("koi8-r"), iconv.encode("hi", "utf-7"));
