import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Encoder, DEFAULT_LIMITS, decode } from "../../client/values.js";
import { TAG_TEXT, TAG_VALUE } from "../../client/kinds.js";
import { inspect } from "node:util";
import { fidelities } from "../support/loopback.js";

/** Equality of values, where two invalid dates are equal, which they are not for `deepEqual`. */
const same = (actual, expected) => {
  const show = (value) => inspect(value, { depth: 99, maxArrayLength: null, maxStringLength: null, compact: true });
  assert.equal(show(actual), show(expected));
};

const encoder = new Encoder(DEFAULT_LIMITS, -1);
const text = (value) => encoder.text(value, "params");
const there = (value) => decode(text(value), encoder.attachments, DEFAULT_LIMITS.depth);

class Point {
  constructor(x) { this.x = x; }
  get ignored() { return 1; }
  toJSON() { return "never called"; }
}

/** Every row of the table: a value, its text, and the decoded value where it differs. */
const rows = [
  [{ a: 1, b: "text", c: [1, 2, 3] }, '{"a":1,"b":"text","c":[1,2,3]}'],
  [{ a: undefined }, '{"a":{"$undefined":true}}'],
  [[undefined], '[{"$undefined":true}]'],
  [[NaN, Infinity, -Infinity, -0, 0], '[{"$number":"NaN"},{"$number":"Infinity"},{"$number":"-Infinity"},{"$number":"-0"},0]'],
  [[5e-324, 1e308, 2 ** 53, -(2 ** 53) - 2], "[5e-324,1e+308,9007199254740992,-9007199254740994]"],
  [9007199254740993n, '{"$bigint":"9007199254740993"}'],
  [[-(2n ** 63n), 2n ** 64n - 1n], '[{"$bigint":"-9223372036854775808"},{"$bigint":"18446744073709551615"}]'],
  [new Date(86_400_000), '{"$date":86400000}'],
  [[new Date(NaN)], '[{"$date":null}]'],
  [new Map([["a", 1], [{ k: 1 }, new Map()]]), '{"$map":[["a",1],[{"k":1},{"$map":[]}]]}'],
  [new Set([1, "a", undefined]), '{"$set":[1,"a",{"$undefined":true}]}'],
  [{ $date: 5 }, '{"$object":{"$date":5}}'],
  [{ $object: { $object: 1 } }, '{"$object":{"$object":{"$object":{"$object":1}}}}'],
  [{ $a: 1, $b: 2 }, '{"$a":1,"$b":2}'],
  [{ $unknown: new Date(1) }, '{"$object":{"$unknown":{"$date":1}}}'],
  [{ "": 1 }, '{"":1}'],
  [JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}'), '{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}'],
  [{ then: 5 }, '{"then":5}'],
  [["a\ud800b", "\udc00", "\u0000", "\u2028\u2029", "\uffff", "{\"$"], null],
  [new Uint8Array([1, 2]), '{"$bytes":[0,"Uint8Array"]}'],
  [{ a: new Float64Array([NaN, -0]), b: new DataView(new ArrayBuffer(3)) }, '{"a":{"$bytes":[0,"Float64Array"]},"b":{"$bytes":[1,"DataView"]}}'],
  [new Uint8Array([9, 8, 7, 6]).subarray(1, 3), '{"$bytes":[0,"Uint8Array"]}'],
  [new BigInt64Array([-1n]).buffer, '{"$bytes":[0,"ArrayBuffer"]}'],
  [[new Uint8ClampedArray(2), new Int16Array([-1]), new Float32Array([1.5])], null],
  [Object.create(null, { own: { value: 1, enumerable: true } }), '{"own":1}', { own: 1 }],
  [new Point(1), '{"x":1}', { x: 1 }],
  [Object.assign(Object.create({ inherited: 1 }), { own: 2 }), '{"own":2}', { own: 2 }],
  [[, 1, ,], '[{"$undefined":true},1,{"$undefined":true}]', [undefined, 1, undefined]],
  [[new Number(1), new String("s"), new Boolean(false), Object(1n)], '[1,"s",false,{"$bigint":"1"}]', [1, "s", false, 1n]],
  [{ [Symbol("s")]: 1, a: 2 }, '{"a":2}', { a: 2 }],
  [Object.assign([1], { named: 2 }), "[1]", [1]],
  [Object.defineProperty({ a: 1 }, "hidden", { value: 2 }), '{"a":1}', { a: 1 }],
  [{ get computed() { return 5; } }, '{"computed":5}', { computed: 5 }],
  [new Proxy({ a: 1 }, {}), '{"a":1}', { a: 1 }],
  [new Proxy([1, 2], {}), "[1,2]", [1, 2]],
  [Object.create(Map.prototype), "{}", {}],
  [Object.create(Date.prototype), "{}", {}],
  [{ toJSON: 5 }, '{"toJSON":5}'],
];

describe("the table of values", () => {
  for (const [value, expected, arrives = value] of rows) {
    test(expected ?? String(value), () => {
      const written = text(value);
      if (expected !== null) assert.equal(written, expected);
      same(there(value), arrives);
    });
  }

  test("primitives cross unchanged", () => {
    for (const value of [undefined, null, true, 0, -0, NaN, Infinity, "", "\ud800", "text"]) {
      encoder.encode(value, "params");
      assert.equal(encoder.tag, TAG_VALUE);
      assert.ok(Object.is(encoder.body, value));
    }
    encoder.encode(1n, "params");
    assert.equal(encoder.tag, TAG_TEXT);
  });

  test("every code unit crosses, alone and in pairs", () => {
    const units = Array.from({ length: 65_536 }, (_, unit) => String.fromCharCode(unit));
    assert.deepEqual(there(units), units);
    const paired = units.map((unit) => `\ud800${unit}\udc00`);
    assert.deepEqual(there(paired), paired);
  });

  test("errors keep name, message, code, data and cause", () => {
    const plain = there(new RangeError("r", { cause: new Error("c") }));
    assert.ok(plain instanceof RangeError && plain.cause instanceof Error);
    assert.equal(plain.message, "r");
    const coded = there(Object.assign(new Error("m"), { code: "E_MINE", data: new Map([[1, 2]]) }));
    assert.equal(coded.code, "E_MINE");
    assert.equal(coded.name, "BridgeError");
    assert.deepEqual(coded.data, new Map([[1, 2]]));
    const hostile = decode('{"$error":{"name":"constructor","message":"m"}}', undefined, 9);
    assert.ok(hostile instanceof Error);
    assert.equal(hostile.message, "m");
  });

  test("an instance crosses as its own properties, even if it has none", () => {
    class Mine {
      get [Symbol.toStringTag]() {
        return "Mine";
      }
    }
    assert.deepEqual(there([new (class {})(), Object.assign(new Mine(), { a: 1 }), Object.assign(new URL("a:"), { b: 2 })]), [{}, { a: 1 }, { b: 2 }]);
    const tagged = { get [Symbol.toStringTag]() { throw new Error("asked"); } };
    assert.deepEqual(there([tagged, Object.create(tagged), Object.create(null), Object.create(Object.create(null))]), [{}, {}, {}, {}]);
  });

  test("shared references are duplicated", () => {
    const shared = { a: 1 };
    const [one, two] = there([shared, shared]);
    assert.deepEqual([one, two], [shared, shared]);
    assert.notEqual(one, two);
  });

  test("malformed tags stay as they are", () => {
    for (const json of [
      '{"$undefined":false}', '{"$number":"1"}', '{"$number":1}', '{"$bigint":"1x"}', '{"$bigint":""}', '{"$bigint":"-"}', '{"$bigint":"0x1"}',
      '{"$date":"now"}', '{"$map":[[1]]}', '{"$map":{}}', '{"$set":1}', '{"$error":"x"}', '{"$bytes":[0,"Uint8Array"]}',
      '{"$bytes":["AAA","Uint8Array"]}', '{"$bytes":["AA==","Float64Array"]}', '{"$bytes":["AAAA","Function"]}', '{"$bytes":["AAAA","__proto__"]}',
      '{"$object":5}', '{"$later":{"x":1}}', '{"$__proto__":1}',
    ]) {
      assert.deepEqual(decode(json, undefined, 99), JSON.parse(json), json);
    }
  });

  test("__proto__ keys become own properties and change no prototype", () => {
    const arrived = decode('{"x":{"$undefined":true},"__proto__":{"isAdmin":{"$number":"NaN"}}}', undefined, 99);
    assert.equal(arrived.isAdmin, undefined);
    assert.ok(Object.hasOwn(arrived, "__proto__"));
    assert.equal(Object.getPrototypeOf(arrived), Object.prototype);
  });
});

describe("values that cannot cross", () => {
  const refused = (value, message) => assert.throws(() => text(value), (error) => {
    assert.equal(error.code, "INVALID_ARGUMENT", error.message);
    assert.equal(error.message, message);
    return true;
  });

  test("are refused with their path", () => {
    refused({ items: [0, 1, 2, { onClick() {} }] }, "params.items[3].onClick: a function cannot cross the bridge");
    refused(Symbol("s"), "params: a symbol cannot cross the bridge");
    refused({ "a b": { "": Symbol("s") } }, 'params["a b"][""]: a symbol cannot cross the bridge');
    refused([/x/], "params[0]: a RegExp cannot cross the bridge");
    refused({ p: Promise.resolve() }, "params.p: a Promise cannot cross the bridge");
    refused(new WeakMap(), "params: a WeakMap cannot cross the bridge");
    refused(new SharedArrayBuffer(1), "params: a SharedArrayBuffer cannot cross the bridge");
    refused({ home: new URL("http://h/") }, "params.home: URL has no properties that could cross the bridge");
    refused([new AbortController().signal], "params[0]: AbortSignal has no properties that could cross the bridge");
    refused((function* () {})(), "params: Generator has no properties that could cross the bridge");
    refused([1].values(), "params: Array Iterator has no properties that could cross the bridge");
    refused(Object(Symbol("s")), "params: a symbol cannot cross the bridge");
    refused({ toJSON: () => 5 }, "params.toJSON: a function cannot cross the bridge");
    refused(new Map([["k", () => {}]]), "params[0][1]: a function cannot cross the bridge");
  });

  test("a cycle is reported with the path of the reference that closes it", () => {
    const self = { a: { b: [] } };
    self.a.b.push(self);
    refused({ deep: [self] }, "params.deep[0].a.b[0]: a cycle cannot cross the bridge");
    const loop = new Map();
    loop.set("me", loop);
    refused(loop, "params[0][1]: a cycle cannot cross the bridge");
  });

  test("getters and traps that throw are reported with their path and their error", () => {
    const cause = new Error("mine");
    const value = { ok: 1, list: [{ get bad() { throw cause; } }] };
    assert.throws(() => text(value), (error) => {
      assert.equal(error.message, "params.list[0].bad: it cannot be read");
      assert.equal(error.cause, cause);
      return true;
    });
    for (const trap of ["ownKeys", "getOwnPropertyDescriptor", "get"]) {
      const proxy = new Proxy({ a: 1 }, { [trap]() { throw cause; } });
      assert.throws(() => text({ proxy }), { code: "INVALID_ARGUMENT" }, trap);
    }
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    assert.throws(() => text([proxy]), { code: "INVALID_ARGUMENT", message: "params[0]: it cannot be read" });
  });

  test("detached buffers are refused, also when a later getter detaches them", () => {
    const buffer = new ArrayBuffer(8);
    const view = new Uint8Array(buffer);
    structuredClone(buffer, { transfer: [buffer] });
    assert.throws(() => text(buffer), /detached/);
    assert.throws(() => text({ view }), /params\.view: a detached/);
    const victim = new ArrayBuffer(8);
    assert.throws(() => text([victim, { get later() { structuredClone(victim, { transfer: [victim] }); return 1; } }]), /detached/);
  });

  test("a value whose getters return different values is read once", () => {
    let reads = 0;
    const shifty = { get a() { reads += 1; return reads === 1 ? 1 : () => {}; } };
    assert.equal(text(shifty), '{"a":1}');
    assert.equal(reads, 1);
    let asked = 0;
    const proxy = new Proxy({}, {
      ownKeys: () => ["k"],
      getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
      get: () => { asked += 1; return asked === 1 ? 1 : { $bytes: [0, "Uint8Array"] }; },
    });
    assert.equal(text(proxy), '{"k":1}');
  });

  test("every limit refuses n + 1 and accepts n", () => {
    const nest = (levels) => { let value = 0; for (let at = 0; at < levels; at += 1) value = [value]; return value; };
    const small = new Encoder({ depth: 5, nodes: 10, messageBytes: 20 }, -1);
    const exceeds = (value, limit, maximum) => assert.throws(() => small.encode(value, "params"), (error) => {
      assert.equal(error.code, "RESOURCE_EXHAUSTED");
      assert.deepEqual(error.data, { limit, maximum });
      assert.ok(error.message.endsWith(` is over the limit ${limit} (${maximum}).`), error.message);
      return true;
    });
    small.encode(nest(5), "params");
    exceeds(nest(6), "depth", 5);
    small.encode(Array(9).fill(1), "params");
    exceeds(Array(10).fill(1), "nodes", 10);
    small.encode(["x".repeat(16)], "params");
    exceeds(["x".repeat(17)], "messageBytes", 20);
    small.encode("x".repeat(20), "params");
    exceeds("x".repeat(21), "messageBytes", 20);
    assert.throws(() => text(nest(10_000)), /limit depth \(256\)/);
    assert.throws(() => text(Object.assign([], { length: 2 ** 32 - 1 })), /limit nodes/);
    assert.throws(() => new Encoder({ ...DEFAULT_LIMITS, depth: 1e9 }, -1).text(nest(1e6), "params"), { code: "RESOURCE_EXHAUSTED" });
    const arriving = '{"$set":['.repeat(300) + "]}".repeat(300);
    assert.throws(() => decode(arriving, undefined, 256), { code: "RESOURCE_EXHAUSTED" });
  });

  test("a getter may call the encoder again", () => {
    const value = [new Uint8Array([1]), { get inner() { text([new Uint8Array([2]), new Uint8Array([3])]); return 1; } }, new Uint8Array([4])];
    assert.deepEqual(there(value), [new Uint8Array([1]), { inner: 1 }, new Uint8Array([4])]);
  });
});

for (const [fidelity, join] of fidelities) {
  test(`every row crosses over ${fidelity} in both directions`, async () => {
    const { here, there: peer } = join();
    peer.handle("echo", (value) => value);
    here.handle("echo", (value) => value);
    for (const [value, , arrives = value] of rows) {
      same(await here.call("echo", value), arrives);
      same(await peer.call("echo", [value]), [arrives]);
    }
    for (const value of [undefined, null, NaN, -0, Infinity, -Infinity, "\ud800", 2n ** 70n]) {
      assert.ok(Object.is(await here.call("echo", value), value));
    }
  });
}
