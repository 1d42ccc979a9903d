import { deepKeys, deleteProperty, getProperty, hasProperty, setProperty } from "dot-prop";
const object = { a: { b: [{ c: 1 }], "d.e": 2 } };
console.log(getProperty(object, "a.b[0].c"), getProperty(object, "a.d\\.e"), hasProperty(object, "a.x"), setProperty({}, "p.q", 1), deleteProperty(object, "a.b"), deepKeys(object));
