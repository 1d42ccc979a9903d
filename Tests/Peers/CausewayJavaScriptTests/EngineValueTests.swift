import Causeway
import CausewayJavaScript
import Foundation
import JavaScriptRuntime
import TestSupport
import Testing

/// Every row of the table of values, in both directions, with the engine.
@Suite(.timeLimit(.minutes(5))) struct EngineValueTests {
  /// JavaScript values, each echoed by Swift and compared in JavaScript.
  static let values = [
    "undefined", "null", "true", "false", "0", "-0", "1.5", "-1e300", "5e-324", "NaN", "Infinity", "-Infinity",
    "2 ** 53 + 2", "''", "'text'", "'\\u0000'", "'\\u2028\\u2029'", "'\\u{1F600}'", "'\"\\\\/\\b\\f\\n\\r\\t'", "10n",
    "-(2n ** 63n)", "2n ** 64n - 1n", "2n ** 200n", "new Date(0)", "new Date(-1)", "new Date(8.64e15)",
    "new Date(NaN)", "[]", "[1, [2, [3]]]", "[undefined, null, NaN, -0]", "({})", "({ a: undefined })",
    "({ a: { b: [1, 'x', null] } })", "JSON.parse('{\"__proto__\":{\"isAdmin\":true}}')",
    "({ constructor: 1, toString: 2, hasOwnProperty: 3 })", "({ $date: 5 })", "({ $object: { $object: 1 } })",
    "({ $unknown: 1 })", "({ then: 1 })", "({ '': 1, ' ': 2, '1': 3 })",
    "({ '\\u00e9': 1, 'e\\u0301': 2, '\\u212a': 3, K: 4 })", "new Map([[1, 'a'], [{ k: 1 }, new Map()]])",
    "new Set([1, 'a', new Set()])", "new Uint8Array([1, 2, 255])", "new Uint8Array(0)", "new ArrayBuffer(3)",
    "new Float64Array([1.5, NaN])", "new BigInt64Array([-1n])", "new DataView(new ArrayBuffer(8), 2, 3)",
    "new Uint16Array(new Uint16Array([1, 2, 3, 4]).buffer, 2, 2)", "[new Uint8Array([1]), new Uint8Array([2])]",
    "new Error('e')", "new TypeError('t', { cause: new RangeError('r') })",
  ]

  static let same = """
    globalThis.same = (a, b) => {
      if (Object.is(a, b)) return true;
      if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
      if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
      if (a instanceof Date) return Object.is(a.getTime(), b.getTime());
      if (a instanceof Error) return a.name === b.name && a.message === b.message && same(a.cause, b.cause);
      if (a instanceof Map || a instanceof Set) return same([...a], [...b]);
      if (a instanceof ArrayBuffer) return same(new Uint8Array(a), new Uint8Array(b));
      if (a instanceof DataView) {
        return same(new Uint8Array(a.buffer, a.byteOffset, a.byteLength), new Uint8Array(b.buffer, b.byteOffset, b.byteLength));
      }
      const keys = Reflect.ownKeys(a);
      return keys.length === Reflect.ownKeys(b).length && keys.every(k => Object.hasOwn(b, k) && same(a[k], b[k]));
    };
    """

  @Test(arguments: [#"{"$date":5}"#, #"{ "$date" : 5 }"#, #"{"\u0024date":5}"#])
  func `a cached text keeps its values, however its tags are written`(text: String) async throws {
    let lab = Lab()
    lab.bridge.handle("kept") { () throws in try RawJSON(text: Array("[\(text)]".utf8)) }
    let runtime = try await lab.runtime()
    try await runtime.evaluate(
      program: "const [kept] = await bridge.call('kept'); console.log(kept instanceof Date)", url: "a.js")
    await runtime.close()
    #expect(lab.printed == ["true"])
  }

  @Test func `a value sent by JavaScript is unchanged when it returns`() async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    let runtime = try await lab.runtime()
    try await runtime.evaluate(EngineValueTests.same)
    for value in EngineValueTests.values {
      for form in [value, "[\(value)]", "{ x: \(value) }"] {
        try await runtime.evaluate(
          program:
            "const sent = (\(form)), back = await bridge.call('echo', sent); if (!same(sent, back)) console.log('differs', sent, back)",
          url: form)
      }
    }
    await runtime.close()
    #expect(lab.printed == [])
  }

  @Test func `blobs and files cross as bytes, forms as pairs`() async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    lab.bridge.handle("sum") { (bytes: [UInt8]) in bytes.reduce(0) { $0 + Int($1) } }
    let runtime = try await lab.runtime()
    try await runtime.evaluate(
      program: """
        const blob = new Blob([new Uint8Array([1, 2]), 'a'], { type: 'text/plain' });
        const file = new File([blob], 'n.txt', { lastModified: 7 });
        const { list } = await bridge.call('echo', { list: [file, new Blob()] });
        console.log(await bridge.call('sum', blob), list.map(String).join('|'));
        const form = new FormData();
        form.append('a', '1'); form.append('a', '2'); form.append('f', file);
        const pairs = await bridge.call('echo', form);
        const [first, second, [name, part]] = pairs;
        console.log(first.join(), second.join(), name, part.name, part.lastModified, String(part.data));
        console.log((await bridge.call('echo', new FormData())).length);
        bridge.handle('blob', () => blob);
        for (const value of [new Headers(), Object.create(Blob.prototype), new ReadableStream()]) {
          await bridge.call('echo', { value }).catch((error) => console.log(error.message));
        }
        """, url: "a.js")
    let bytes: [UInt8] = try await runtime.call("blob")
    await runtime.close()
    #expect(bytes == [1, 2, 97])
    #expect(
      lab.printed == [
        "100 1,2,97|", "a,1 a,2 f n.txt 7 1,2,97", "0",
        "params.value: Headers has no properties that could cross the bridge",
        "params.value: Blob has no properties that could cross the bridge",
        "params.value: ReadableStream has no properties that could cross the bridge",
      ])
  }

  /// Of the engines in use, those from 2.54 on have the class.
  @Test func `objects of Temporal are refused, with what to do instead, and are not cloned`() async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    let runtime = try await lab.runtime()
    let hasTemporal: Bool = try await runtime.evaluate("typeof Temporal === 'object'", returning: Bool.self)
    guard hasTemporal else { return await runtime.close() }
    try await runtime.run(
      """
      const texts = {
        Duration: "PT1S", Instant: "2020-01-01T00:00Z", PlainDate: "2020-01-01", PlainDateTime: "2020-01-01T00:00",
        PlainMonthDay: "01-01", PlainTime: "10:00", PlainYearMonth: "2020-01", ZonedDateTime: "2020-01-01T00:00[UTC]",
      };
      const messages = new Set();
      for (const [name, text] of Object.entries(texts)) {
        const value = Temporal[name].from(text);
        await bridge.call("echo", { value }).catch(({ message }) => messages.add(message.replace(name, "NAME")));
        try { structuredClone(value); messages.add("cloned"); } catch (error) { messages.add(error.name); }
      }
      for (const message of messages) console.log(message);
      console.log(await bridge.call("echo", Temporal.PlainDate.from("2020-01-01").toString()));
      """, url: "a.js")
    await runtime.close()
    #expect(
      lab.printed == [
        "params.value: Temporal.NAME has no properties that could cross the bridge: pass its text, which toString() returns",
        "DataCloneError", "2020-01-01",
      ])
  }

  @Test func `a value sent by Swift is unchanged when it returns`() async throws {
    let lab = Lab()
    let runtime = try await lab.runtime()
    try await runtime.evaluate("bridge.handle('echo', value => value)")
    let values: [BridgeValue] = [
      .undefined, nil, true, 0, -0.0, 1.5, .number(.infinity), "", "\u{0}", "\u{2028}", "😀", "a\"b\\c",
      .bigInt("-9223372036854775808"), .bigInt("18446744073709551615"), .date(Date(timeIntervalSince1970: 1.5)),
      .bytes(BridgeBytes([0, 255, 1])), .bytes(BridgeBytes([1, 2], view: "ArrayBuffer")), [], [1, [nil, .undefined]],
      .object([:]), ["__proto__": 1, "constructor": ["a": "b"]], ["$date": "no"], ["$object": ["$object": 1]],
      .map([BridgePair(1, "a"), BridgePair(["k": 1], .map([]))]), .set([1, "a"]),
      .error(BridgeError("OWN", "message", data: ["x": 1])),
    ]
    for value in values {
      let back: BridgeValue = try await runtime.call("echo", value)
      if case .error(let error) = back {
        #expect(error.code == "OWN" && error.data == ["x": 1])
      } else {
        #expect(back == value)
      }
    }
    let notANumber: Double = try await runtime.call("echo", Double.nan)
    #expect(notANumber.isNaN)
    await runtime.close()
  }

  struct Integers: Codable, Equatable, Sendable {
    var smallest = Int64.min
    var largest = UInt64.max
    var beyond = Int64(1) << 53 + 1
    var small = Int8(-128)
    var data = Data([1, 2, 3])
    var date = Date(timeIntervalSince1970: 1_700_000_000.123)
    var nothing: Int?
    var url = URL(string: "https://example.com/a?b=c")!
  }

  @Test func `integers beyond 2^53, bytes and dates of a struct are exact`() async throws {
    let lab = Lab()
    let runtime = try await lab.runtime()
    try await runtime.evaluate(
      """
      bridge.handle('echo', v => {
        console.log(typeof v.smallest, v.largest === 2n ** 64n - 1n, v.data instanceof Uint8Array, v.date.toISOString());
        return v;
      })
      """)
    let back: Integers = try await runtime.call("echo", Integers())
    #expect(back == Integers())
    #expect(lab.printed == ["bigint true true 2023-11-14T22:13:20.123Z"])
    await runtime.close()
  }

  @Test(arguments: [
    ("() => {}", "params.x[0]: expected a value, got a function: nothing here calls it."),
    ("Symbol('s')", "params.x[0]: a symbol cannot cross the bridge"),
    ("/re/", "params.x[0]"), ("new WeakMap()", "params.x[0]"), ("Promise.resolve()", "params.x[0]"),
    ("(() => { const a = {}; a.a = a; return a })()", "params.x[0].a"),
    ("({ get g() { throw new Error('no') } })", "params.x[0].g"),
    ("(() => { let a = []; for (let i = 0; i < 10000; i++) a = [a]; return a })()", "depth"),
    ("(() => { const b = new ArrayBuffer(8); const v = new Uint8Array(b); b.transfer(); return v })()", "params.x[0]"),
  ]) func `a value that cannot cross is refused with its path`(value: String, message: String) async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    let lines = try await lab.run(
      """
      try { await bridge.call('echo', { x: [\(value)] }); console.log('crossed') }
      catch (e) { console.log(e.code, e.message) }
      console.log(await bridge.call('echo', 'alive'));
      """)
    #expect(lines.count == 2)
    #expect(lines.first?.contains(message) == true, "\(lines)")
    #expect(lines.first?.hasPrefix("INVALID_ARGUMENT") == true || lines.first?.hasPrefix("RESOURCE_EXHAUSTED") == true)
    #expect(lines.last == "alive")
  }

  /// In JavaScript the last of two members with one name counts, so that the remaining object may look like a tag.
  @Test func `JSON that names a member twice is an object in JavaScript`() async throws {
    let lab = Lab()
    lab.bridge.handle("others") { () throws in try RawJSON(json: Array(#"[{"$date":0,"$date":1}]"#.utf8)) }
    let runtime = try await lab.runtime()
    try await runtime.evaluate(program: "console.log(JSON.stringify(await bridge.call('others')))", url: "a.js")
    await runtime.close()
    #expect(lab.printed == [#"[{"$date":1}]"#])
  }

  @Test func `a message over the limit is refused with the limit's name`() async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (value: String) in value.count }
    lab.bridge.handle("big") { String(repeating: "x", count: 40 << 20) }
    let lines = try await lab.run(
      """
      for (const make of [() => 'x'.repeat(100 * 2 ** 20), () => ['x'.repeat(33 * 2 ** 20)], () => new Uint8Array(33 * 2 ** 20)]) {
        try { await bridge.call('echo', make()); console.log('crossed') }
        catch (e) { console.log(e.code, e.message.includes('messageBytes')) }
      }
      try { await bridge.call('big'); console.log('crossed') } catch (e) { console.log(e.code, e.data.limit) }
      """)
    #expect(
      lines == [
        "RESOURCE_EXHAUSTED true", "RESOURCE_EXHAUSTED true", "RESOURCE_EXHAUSTED true",
        "RESOURCE_EXHAUSTED messageBytes",
      ])
  }

  @Test func `bytes that crossed can be transferred by the page`() async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    let lines = try await lab.run(
      """
      const bytes = new Uint8Array([1, 2, 3]);
      await bridge.call('echo', bytes);
      console.log(bytes.buffer.transfer().byteLength, bytes.length);
      """)
    #expect(lines == ["3 0"])
  }

  @Test func `bytes of many sizes stay separate, in one call and in many`() async throws {
    let lab = Lab()
    lab.bridge.handle("later") { (value: BridgeValue) async -> BridgeValue in
      await Task.yield()
      return value
    }
    let lines = try await lab.run(
      """
      const filled = (size, value) => new Uint8Array(size).fill(value);
      const same = (got, size, value) => got.length === size && got.every((byte) => byte === value);
      const sizes = [0, 1, 5000, 4096, 100_000, 1 << 20, (1 << 20) + 1, 7];
      const one = await bridge.call('later', sizes.map((size, at) => filled(size, at + 1)));
      console.log(one.every((got, at) => same(got, sizes[at], at + 1)));
      const many = await Promise.all(sizes.map((size, at) => bridge.call('later', [filled(size, at + 1), filled(3, 9)])));
      console.log(many.every(([got, other], at) => same(got, sizes[at], at + 1) && same(other, 3, 9)));
      const part = filled(20, 1).fill(2, 5, 8).subarray(4, 9);
      const whole = await bridge.call('later', part.buffer);
      console.log(String(await bridge.call('later', part)), String(new Uint8Array(whole)).length);
      """)
    #expect(lines == ["true", "true", "1,2,2,2,1 39"])
  }

  @Test func `toJSON methods and setters on prototypes neither forge nor receive values`() async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    let lines = try await lab.run(
      """
      let hits = 0;
      Object.prototype.toJSON = function () { hits++; return 'forged' };
      for (const key of ['x', 'y', '0', '1']) {
        Object.defineProperty(Object.prototype, key, { set() { hits++ }, get() { return undefined }, configurable: true });
        Object.defineProperty(Array.prototype, key, { set() { hits++ }, get() { return undefined }, configurable: true });
      }
      const back = await bridge.call('echo', { x: [1, 2], y: new Date(5) });
      console.log(hits, back.x.length, back.x[1], back.y.getTime());
      """)
    #expect(lines == ["0 2 2 5"])
  }

  @Test func `a page that breaks the built-ins affects only itself`() async throws {
    let lab = Lab()
    lab.bridge.handle("later") { (value: BridgeValue) async -> BridgeValue in
      await Task.yield()
      return value
    }
    let runtime = try await lab.runtime()
    try await runtime.evaluate(
      """
      const log = console.log;
      Promise.prototype.then = () => { throw 1 }; Promise.resolve = null; globalThis.Promise = null;
      Map.prototype.get = () => 'forged'; Map.prototype.set = null; JSON.parse = () => 'forged'; JSON.stringify = null;
      Array.prototype.push = null; Array.prototype[Symbol.iterator] = null; Function.prototype.call = null;
      Function.prototype.apply = null; Reflect.apply = null; globalThis.Error = null;
      (async () => { log(JSON === undefined, (await bridge.call('later', { a: [1, 2n] })).a[1]) })();
      """)
    try await eventually("the program prints") { !lab.printed.isEmpty }
    #expect(lab.printed == ["false 2n"])
    await runtime.close()
  }
}
