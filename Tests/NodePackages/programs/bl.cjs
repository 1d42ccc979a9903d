const BufferList = require("bl");
const list = new BufferList((error, data) => console.log("all", error, String(data)));
list.write(Buffer.from("ab")); list.append("cd"); list.append(Buffer.from([0, 1, 2, 3]));
console.log(list.length, list.slice(1, 3).toString(), list.readInt32BE(4), list.indexOf("cd"), list.get(0), list.shallowSlice(2, 4).toString());
list.consume(2); console.log(list.length, list.toString("hex"));
list.end();
