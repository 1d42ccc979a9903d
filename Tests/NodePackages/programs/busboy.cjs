const busboy = require("busboy");
const form = busboy({ headers: { "content-type": "multipart/form-data; boundary=XX" } });
form.on("field", (name, value, info) => console.log("field", name, value, info.mimeType));
form.on("file", (name, stream, info) => { console.log("file", name, info); stream.on("data", (chunk) => console.log("data", String(chunk))).on("close", () => console.log("file closed")); });
form.on("close", () => console.log("close"));
form.end('--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--XX\r\nContent-Disposition: form-data; name="f"; filename="t.txt"\r\nContent-Type: text/plain\r\n\r\nbody\r\n--XX--\r\n');
