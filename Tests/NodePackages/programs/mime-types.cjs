const mime = require("mime-types");
const { parse, format } = require("content-type");
const cookie = require("cookie");
const bytes = require("bytes");
const statuses = require("statuses");
console.log(mime.lookup("x.json"), mime.contentType("page.html"), mime.extension("text/plain"), parse("text/html; charset=utf-8"), format({ type: "a/b", parameters: { c: "d e" } }));
console.log(cookie.parse("a=1; b=%20x"), cookie.serialize("k", "v w", { maxAge: 5, httpOnly: true }), bytes("1.5KB"), bytes(1536), statuses(404), statuses.message[500]);
