// Values to print, each as the source of an expression, so that they can be made in any context.

export const values = `
undefined
null
true
-0
0
1.5e300
NaN
-Infinity
123456789012345678901234567890n
"plain"
"it's"
"it's \\"quoted\\""
"it's \\"quoted\\" and \`ticked\`"
"it's \\"x\\" \${y}"
"line\\nbreak\\ttab\\u0000\\u001b[31m\\u007f\\u0085"
"lone \\ud800 and \\udfff and pair \\ud83d\\ude00"
"back\\\\slash"
"x".repeat(90)
("y".repeat(30) + "\\n").repeat(5)
"z".repeat(10010)
Symbol("s")
Symbol.iterator
Symbol("new\\nline").description
({})
[]
({ a: 1 })
({ a: 1, b: "two", c: [1, 2, 3] })
({ a: { b: { c: { d: 1 } } } })
({ a: { b: { c: {} } } })
({ a: { b: { c: [] } } })
({ a: { b: { c: new Map([[1, 2]]), d: new Set(), e: new Date(0), f: /x/g, g: () => {} } } })
[[[[1]]]]
[[[[]]]]
({ "quoted-key": 1, valid_key: 2, 3: 4, "it's": 5, "": 6 })
({ ["__proto__"]: 1 })
({ constructor: 1, hasOwnProperty: 2 })
({ [Symbol("key")]: 1, [Symbol()]: 2, [Symbol("it's\\n")]: 3 })
({ get a() { throw 1; } })
({ set a(v) {} })
({ get a() { return 1; }, set a(v) {} })
Object.defineProperty({}, "hidden", { value: 1 })
Object.create(null)
Object.assign(Object.create(null), { x: 1 })
Object.create({})
Object.create(Object.create(null))
new (class Foo {})()
new (class Foo { a = 1; #b = 2; get c() { return 3; } })()
new (class extends (class Base {}) {})()
new (class Derived extends Array {})(3)
new (class Tagged { get [Symbol.toStringTag]() { return "never called"; } })().constructor
Object.assign(new (class Bar extends Map {})([[1, 2]]), { extra: true })
({ [Symbol.toStringTag]: "own" })
Object.create({ [Symbol.toStringTag]: "inherited" })
[1, 2, 3]
["a", "b"]
[undefined, null, , 3]
[, , ]
[1, , 2, , , 3]
new Array(5)
(() => { const a = [1, 2]; a[10] = 3; a.name = "x"; a[-1] = "neg"; return a; })()
Object.assign([1, 2, 3], { extra: "x", other: [1] })
Array.from({ length: 7 }, (_, i) => i)
Array.from({ length: 100 }, (_, i) => i)
Array.from({ length: 101 }, (_, i) => i)
Array.from({ length: 250 }, (_, i) => i * i)
Array.from({ length: 20 }, (_, i) => "item " + i)
Array.from({ length: 20 }, (_, i) => "x".repeat(i))
Array.from({ length: 30 }, (_, i) => i % 2 ? i : "s" + i)
Array.from({ length: 30 }, (_, i) => BigInt(i) ** 5n)
Array.from({ length: 12 }, (_, i) => ({ id: i }))
Array.from({ length: 12 }, (_, i) => [i, i + 1])
Array.from({ length: 8 }, (_, i) => "\\u4e2d\\u6587".repeat(i))
Array.from({ length: 8 }, (_, i) => "\\u{1f600}".repeat(i % 3))
Array.from({ length: 27 }, (_, i) => i - 0.5)
({ list: Array.from({ length: 40 }, (_, i) => i * 1000), more: "text" })
({ nested: { list: Array.from({ length: 120 }, (_, i) => i) } })
[[1, 2, [3, 4, [5, [6]]]], { a: [{ b: { c: {} } }] }]
new Map()
new Map([["a", 1], [{ k: 1 }, [1, 2]], [NaN, undefined]])
new Map([[new Map([[1, new Map([[2, new Map()]])]]), 1]])
new Set()
new Set([1, "a", { b: 1 }, [1]])
new Set(Array.from({ length: 120 }, (_, i) => i))
new Map(Array.from({ length: 120 }, (_, i) => [i, "v" + i]))
Object.assign(new Set([1]), { extra: 1 })
Object.setPrototypeOf(new Map([[1, 2]]), null)
Object.setPrototypeOf(new Set([1]), null)
Object.setPrototypeOf([1, 2], null)
Object.setPrototypeOf(new Date(0), null)
Object.setPrototypeOf(/x/, null)
Object.setPrototypeOf(() => {}, null)
Object.setPrototypeOf(new Number(3), null)
new WeakMap()
new WeakSet()
Object.create(Map.prototype)
Object.create(Date.prototype)
new Uint8Array(0)
new Uint8Array([1, 2, 3])
new Uint8Array(200)
new Float64Array([1.5, -0, NaN])
new BigInt64Array([1n, -2n])
Object.assign(new Uint8Array(2), { extra: 1 })
new ArrayBuffer(0)
new ArrayBuffer(4)
new ArrayBuffer(120)
new Uint8Array([0, 127, 255]).buffer
({ buffer: new ArrayBuffer(2) })
new DataView(new ArrayBuffer(8), 2, 4)
new Date(0)
new Date(NaN)
new Date(1e15)
Object.assign(new Date(0), { extra: 1 })
/x/
/a\\/b/gimsuy
Object.assign(/x/g, { extra: 1 })
new RegExp("")
new RegExp("/\\n")
() => {}
function named() {}
function () {}
async () => {}
async function asynchronous() {}
function* generator() {}
async function* asyncGenerator() {}
class A {}
class {}
class B extends Map {}
class C { static x = 1 }
class D extends null {}
(class E { constructor() {} })
Object.assign(() => {}, { a: 1 })
Object.assign(function f() {}, { a: 1, b: { c: 1 } })
({ method() {}, arrow: () => {}, klass: class {}, "odd name"() {} })
({ class() {} }).class
Math.max
Math
JSON
Reflect
Map
Symbol
new Number(3)
new Number(-0)
new String("text")
Object.assign(new String("text"), { extra: 1 })
new Boolean(false)
Object(1n)
Object(Symbol("boxed"))
new (class N extends Number {})(4)
new Proxy({ a: 1 }, {})
new Proxy([1, 2], {})
new Proxy(function f() {}, {})
Promise
[1, 2][Symbol.iterator]()
(function* g() {})()
new WeakRef({})
(() => { const o = { name: "o" }; o.self = o; return o; })()
(() => { const o = { a: { b: {} } }; o.a.b.o = o; o.a.b.a = o.a; return o; })()
(() => { const m = new Map(); m.set("self", m); return m; })()
(() => { const a = [1]; a.push(a, [a]); return a; })()
(() => { const shared = {}; return [shared, shared]; })()
(function () { return arguments; })(1, "two", { three: 3 })
(function () { return arguments; })()
({ a: "x".repeat(60), b: "y".repeat(10) })
({ a: "x".repeat(61), b: "y" })
({ aaaaaaaaaa: 1, bbbbbbbbbb: 2, cccccccccc: 3, dddddddddd: 4, eeeeeeeeee: 5, ffffffffff: 6 })
({ aaaaaaaaaa: 1, bbbbbbbbbb: 2, cccccccccc: 3, dddddddddd: 4, eeeeeeeeee: 5 })
({ a: { b: 1 }, c: { d: { e: 1 } } })
({ a: { b: { c: 1, d: [1, 2, { e: 1 }] } }, f: 1 })
({ text: "first line\\nsecond line", long: ("word ".repeat(10) + "\\n").repeat(3) })
({ u: undefined, n: null, t: true, s: Symbol("x"), f() {}, big: 1n, nan: NaN, zero: -0 })
({ deep: [[[[[[]]]]]], map: new Map([[{ a: { b: { c: 1 } } }, new Set([[[]]])]]) })
Array.from({ length: 3 }, () => Array.from({ length: 3 }, (_, i) => ({ x: i, y: [i] })))
({ users: [{ name: "Ada", tags: ["a", "b"], address: { city: "London", geo: { lat: 51.5, lon: -0.1 } } }] })
({ rows: Array.from({ length: 10 }, (_, id) => ({ id, name: "row " + id, ok: id % 2 === 0 })) })
globalThis.Atomics
new Error("")
new Error("plain message")
new TypeError("typed")
new (class ValidationError extends Error {})("invalid")
new (class extends Error {})("anonymous class")
Object.assign(new Error("with properties"), { code: "E_CODE", data: { a: [1] } })
Object.assign(new Error("renamed"), { name: "CustomError" })
Object.assign(new Error("message changed"), { message: "other" })
new Error("outer", { cause: new TypeError("inner") })
new Error("outer", { cause: "text" })
new Error("outer", { cause: { code: 1 } })
new AggregateError([new Error("one"), 2], "several")
({ error: new Error("nested") })
[new RangeError("in list")]
new Error("multi\\nline\\n    at message (not:a:frame)")
Object.assign(new Error("no stack"), { stack: undefined })
Object.assign(new Error("text stack"), { stack: "only text" })
Object.setPrototypeOf(new Error("null prototype"), null)
({ a: { b: { c: new Error("deep") } } })
(() => { const e = new Error("circular"); e.self = e; e.cause = e; return e; })()
Object.create(Error.prototype)
Object.assign(new Error("stacked"), { stack: "Error: stacked\\n    at f (file.js:1:2)\\n    at file.js:3:4" })
`.trim().split("\n");
