// @ts-check
// Values that are written as slots and read from them, without native code between.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { DEFAULT_LIMITS, Encoder } from "../../client/encoder.js";
import { makeTapeReader } from "../../client/tape-reader.js";
import { makeTapeWriter } from "../../client/tape-writer.js";
import { ARRAY, EXTENDED, OBJECT, TEXT } from "../../client/tape-format.js";

/**
 * Equality of values, where two invalid dates are equal, which they are not for `deepEqual`.
 *
 * @param {unknown} actual
 * @param {unknown} expected
 */
const same = (actual, expected) => {
  const show = (/** @type {unknown} */ value) => inspect(value, { depth: 999, maxArrayLength: null, maxStringLength: null, compact: true });
  assert.equal(show(actual), show(expected));
};

/** What native code does: it numbers shapes, keeps slots that are handed over, and passes a value back as it came. */
const makeNative = (most = 4096) => {
  const shapes = /** @type {string[][]} */ ([[]]);
  let kept = /** @type {number[]} */ ([]);
  const native = {
    shape(/** @type {number} */ from, /** @type {string} */ key) {
      if (shapes[from].length >= 64 || key.length > 128 || shapes.length >= most) return undefined;
      shapes.push([...shapes[from], key]);
      return shapes.length - 1;
    },
    spill(/** @type {number} */ count, /** @type {number} */ taken) {
      if (taken === 0) kept = [];
      kept.push(...new Int32Array(writer.memory.buffer).subarray(2, 2 + 2 * count));
    },
    patch(/** @type {number} */ place, /** @type {number} */ high, /** @type {number} */ low) {
      kept[2 * place] = low;
      kept[2 * place + 1] = high;
    },
  };
  const writer = makeTapeWriter(/** @type {*} */ (native), DEFAULT_LIMITS, String.prototype.charCodeAt);
  const reader = makeTapeReader(DEFAULT_LIMITS.depth, String.prototype.substring);
  let defined = 0;

  /** @param {Encoder} encoder what was encoded; the words of its slots */
  const slotsOf = (encoder) => {
    const words = new Int32Array(writer.memory.buffer);
    const [count, taken] = words;
    assert.equal(2 * taken, taken === 0 ? 0 : kept.length);
    const last = [...words.subarray(2, 2 + 2 * count)];
    return { words: taken === 0 ? last : [...kept, ...last], text: /** @type {string | undefined} */ (encoder.body) };
  };

  /** @param {unknown} value */
  const write = (value) => {
    const encoder = new Encoder(DEFAULT_LIMITS, -1);
    return writer.encode(encoder, value) ? { ...slotsOf(encoder), attachments: encoder.attachments } : undefined;
  };

  /** @param {unknown} value */
  const pass = (value) => {
    const written = write(value);
    assert.notEqual(written, undefined, "the value is written as slots");
    if (written === undefined) return undefined;
    for (; defined < shapes.length; defined += 1) reader.define(defined, ...shapes[defined]);
    reader.words.set(written.words, 2);
    return reader.decode(1, written.text, written.attachments);
  };
  return { writer, reader, write, pass, shapes };
};

class Point {
  x = 1;
  get y() {
    return 2;
  }
}

const values = [
  {}, [], { a: 1 }, { a: 1, b: "two", c: true, d: null, e: undefined, f: -0, g: NaN, h: Infinity, i: -Infinity },
  [1, "a", [2, ["b", { c: [] }]]], { text: "", emoji: "🧑‍🚀", half: "a\ud800b", nul: "\0", quote: '"\\' },
  { $date: 0 }, { $object: { $date: 0 } }, { $a: 1, $b: 2 }, { 2: "b", 1: "a", z: 0 }, { ["__proto__"]: 1, constructor: 2 },
  new Date(0), new Date(NaN), 10n, -(2n ** 80n), new Map([["a", 1], [/** @type {*} */ ({ b: 1 }), /** @type {*} */ ([2])]]), new Set([1, "a", [2]]),
  [new Map(), new Set(), new Date(1e12)], Array.from({ length: 100 }, (_, at) => at), Array.from({ length: 9 }, () => ({ a: 1 })),
  Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, at])),
  Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`k${at}`, [at]])),
  Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, { at }])),
  { ["x".repeat(129)]: 1, after: 2 }, [0.1, 1e300, 5e-324, 2 ** 53, -1, 4294967295],
];

test("values come back as they were", () => {
  const { pass } = makeNative();
  for (let round = 0; round < 3; round += 1) for (const value of values) same(pass(value), value);
});

test("objects and lists of any size come back as they were", () => {
  const { pass } = makeNative();
  for (let size = 0; size <= 16; size += 1) {
    const list = Array.from({ length: size }, (_, at) => at);
    same(pass([list]), [list]);
    const object = Object.fromEntries(list.map((at) => [`k${at}`, at === size - 1 ? { at } : at]));
    same(pass([object, object]), [object, object]);
    // More names than a shape may have before them, so that the object has names beside its values.
    const extended = { ...object, ["x".repeat(129)]: size, after: [size] };
    same(pass([extended]), [extended]);
  }
});

test("an instance crosses as its own properties, and a boxed primitive as a primitive", () => {
  const { pass } = makeNative();
  assert.deepStrictEqual(pass([new Point(), new Number(1), new String("a"), Object.create(null)]), [{ x: 1 }, 1, "a", {}]);
});

test("a hole is undefined, and `toJSON` is not called", () => {
  const { pass } = makeNative();
  assert.deepStrictEqual(pass([, 1]), [undefined, 1]);
  assert.deepStrictEqual(Object.keys(/** @type {object} */ (pass({ a: new (class { toJSON = 1; })() }))), ["a"]);
});

test("an error comes back as one, with its cause and data", () => {
  const { pass } = makeNative();
  const cause = new RangeError("far");
  const error = /** @type {*} */ (pass(Object.assign(new TypeError("bad", { cause }), { data: { a: [1] } })));
  assert(error instanceof TypeError);
  assert.equal(error.message, "bad");
  assert(error.cause instanceof RangeError);
  assert.deepStrictEqual(error.data, { a: [1] });
});

test("bytes go beside the slots, with the name of their view", () => {
  const { write, pass } = makeNative();
  const bytes = new Uint16Array([1, 2]);
  assert.deepStrictEqual(write([bytes, new ArrayBuffer(2)])?.attachments?.length, 2);
  assert.deepStrictEqual(/** @type {*} */ (pass({ bytes })).bytes, bytes);
});

test("a value that takes more than the memory is handed over in pieces", () => {
  const { pass } = makeNative();
  const rows = Array.from({ length: 2500 }, (_, at) => ({ id: at, name: `row ${at}`, nested: { at: [at, at + 0.5] }, on: at % 2 === 0 }));
  assert.deepStrictEqual(pass(rows), rows);
  const deep = /** @type {unknown[]} */ ([]);
  let inner = deep;
  for (let at = 0; at < 250; at += 1) {
    const next = /** @type {unknown[]} */ ([]);
    inner.push(...Array.from({ length: 20 }, () => 1n), next);
    inner = next;
  }
  assert.deepStrictEqual(pass(deep), deep);
});

test("what cannot be written so is left to JSON, and the next value is not", () => {
  const { write, pass } = makeNative();
  const cycle = /** @type {*} */ ({});
  cycle.self = cycle;
  const thrower = { get a() { throw new Error("no"); } };
  const refused = [() => 0, { f() {} }, Symbol.iterator, [Symbol.iterator], cycle, thrower, /a/, Promise.resolve(), new WeakMap(),
    [10n ** 5000n], new URL("http://a/"), new Proxy([], { get: (target, key) => (key === "length" ? -1 : 0) }),
    new Proxy([], { get: (target, key) => (key === "length" ? 1.5 : 0) }), new Proxy([], { get: () => 1e9 })];
  for (const value of refused) {
    assert.equal(write(value), undefined);
    assert.deepStrictEqual(pass({ a: 1 }), { a: 1 });
  }
});

test("a getter that calls the bridge while a value is half written goes as JSON", () => {
  const { writer, pass } = makeNative();
  let inner = /** @type {unknown} */ (undefined);
  const value = {
    first: 1,
    get second() {
      inner = writer.encode(new Encoder(DEFAULT_LIMITS, -1), { other: 2 });
      return 2;
    },
    third: 3,
  };
  assert.deepStrictEqual(pass(value), { first: 1, second: 2, third: 3 });
  assert.equal(inner, false);
});

test("each property is read once", () => {
  const { pass } = makeNative();
  const reads = /** @type {string[]} */ ([]);
  const traced = (/** @type {object} */ target) => new Proxy(target, { get: (from, key) => (reads.push(String(key)), Reflect.get(from, key)) });
  assert.deepStrictEqual(pass({ object: traced({ a: 1, b: 2 }), array: traced([1, 2]) }), { object: { a: 1, b: 2 }, array: [1, 2] });
  assert.deepStrictEqual(reads, ["a", "b", "length", "0", "1"]);
});

test("what a page planted on prototypes is neither read nor run", () => {
  const { pass, write } = makeNative();
  let calls = 0;
  const names = ["planted", "at", "0", "length"];
  for (const name of names) {
    Object.defineProperty(Object.prototype, name, { get: () => (calls += 1), set: () => void (calls += 1), enumerable: true, configurable: true });
  }
  try {
    const written = write({ a: { b: [1, { c: 2 }] } });
    assert.notEqual(written, undefined);
    const result = /** @type {*} */ (pass({ a: { b: [1, { c: 2 }] }, at: 3 }));
    for (const name of names) delete (/** @type {*} */ (Object.prototype)[name]);
    assert.deepStrictEqual(result, { a: { b: [1, { c: 2 }] }, at: 3 });
    assert.equal(calls, 0);
  } finally {
    for (const name of names) delete (/** @type {*} */ (Object.prototype)[name]);
  }
});

test("when there are too many shapes, names go beside the values", () => {
  const { write, pass, shapes } = makeNative(10);
  for (let at = 0; at < 50; at += 1) assert.deepStrictEqual(pass({ [`a${at}`]: 1, b: { [`c${at}`]: 2 } }), { [`a${at}`]: 1, b: { [`c${at}`]: 2 } });
  assert.equal(shapes.length, 10);
  const tags = (write({ another: 1 })?.words ?? []).filter((_, at) => at % 2 === 1);
  assert(tags.includes(EXTENDED) && !tags.includes(OBJECT));
});

test("texts may come in several pieces", () => {
  const { reader } = makeNative();
  reader.define(0);
  reader.words.set([3, ARRAY, 2, TEXT, 3, TEXT, 1, TEXT], 2);
  assert.deepStrictEqual(reader.decode(1, ["ab", "cdee"], undefined), ["ab", "cde", "e"]);
});
