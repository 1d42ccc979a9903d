const objectPath = require("object-path");
const object = { a: { b: "c", list: [1, 2] } };
console.log(objectPath.get(object, "a.b"), objectPath.get(object, ["a", "list", "1"]), objectPath.get(object, "a.x", "none"));
objectPath.set(object, "a.new.0", 1); objectPath.push(object, "a.list", 3); objectPath.del(object, "a.b"); objectPath.insert(object, "a.list", 9, 1);
console.log(JSON.stringify(object), objectPath.coalesce(object, ["a.z", "a.list.0"]), objectPath.has(object, "a.new"));
