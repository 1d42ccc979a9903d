import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization
import Testing

/// Values that cross in memory that a context and Swift share, and pages that want more of it than is theirs.
///
/// A release build shares memory when some values have crossed as JSON, so each program begins with these.
@Suite(.timeLimit(.minutes(5))) struct TapeTests {
  private static let warm = "for (let i = 0; i < 600; i++) await bridge.call('echo', { i: [i] });\n"

  private func run(_ program: String, limits: Limits? = nil) async throws -> [String] {
    let lab = Lab()
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    lab.bridge.handle("rows") { (count: Int) in (0..<count).map { Row(id: $0, name: "row \($0)", on: $0 % 2 == 0) } }
    lab.bridge.handle("texts") { (count: Int) in Array(repeating: String(repeating: "漢", count: count), count: 50) }
    lab.bridge.handle("late") { (value: BridgeValue) async -> BridgeValue in
      await Task.yield()
      return value
    }
    let runtime = try await lab.runtime(limits: limits)
    try await runtime.evaluate(EngineValueTests.same)
    try await runtime.run(TapeTests.warm + program)
    #expect(try runtime.connection.statistics.pending == 0)
    await runtime.close()
    return lab.printed
  }

  private struct Row: Codable {
    var id: Int
    var name: String
    var on: Bool
  }

  @Test func `values of every size cross, larger than the memory too`() async throws {
    let lines = try await run(
      """
      for (const size of [0, 1, 8, 9, 100, 2000, 20000, 100000]) {
        const rows = Array.from({ length: size }, (_, id) => ({ id, name: `row ${id}`, nested: { at: [id, id + 0.5] } }));
        if (!same(await bridge.call('echo', rows), rows)) console.log('echo', size);
        if (!same(await bridge.call('late', rows), rows)) console.log('late', size);
        const answer = await bridge.call('rows', size);
        if (answer.length !== size || answer.some((row, id) => row.id !== id || row.name !== `row ${id}`)) console.log('rows', size);
      }
      const wide = Object.fromEntries(Array.from({ length: 20000 }, (_, at) => [`k${at}`, { at }]));
      if (!same(await bridge.call('echo', wide), wide)) console.log('wide');
      for (const size of [1, 100, 5000]) {
        const texts = await bridge.call('texts', size);
        if (texts.length !== 50 || texts.some(text => text !== '漢'.repeat(size))) console.log('texts', size);
      }
      console.log('done');
      """)
    #expect(lines == ["done"])
  }

  @Test func `many values in flight each come back to their own call`() async throws {
    let lines = try await run(
      """
      const call = async (method, i) => {
        const value = { i, list: Array.from({ length: i % 50 }, () => i), text: 'x'.repeat(i % 200) };
        if (!same(await bridge.call(method, value), value)) console.log(method, i);
      };
      await Promise.all(Array.from({ length: 2000 }, (_, i) => call(i % 3 ? 'echo' : 'late', i)));
      console.log('done');
      """)
    #expect(lines == ["done"])
  }

  @Test func `a getter that calls the bridge finds its own value, and the outer one is whole`() async throws {
    let lines = try await run(
      """
      const inner = [];
      const value = {
        before: [1, 2, 3],
        get middle() {
          inner.push(bridge.call('echo', { inner: [4, 5, 6], at: inner.length }));
          inner.push(bridge.callSync('echo', { sync: ['a'.repeat(100)] }));
          return { name: 'middle' };
        },
        after: 'x'.repeat(100),
      };
      console.log(JSON.stringify(await bridge.call('echo', value)) === JSON.stringify({ before: [1, 2, 3], middle: { name: 'middle' }, after: 'x'.repeat(100) }));
      console.log(JSON.stringify(await Promise.all(inner)) === JSON.stringify([{ inner: [4, 5, 6], at: 0 }, { sync: ['a'.repeat(100)] }]));
      """)
    #expect(lines == ["true", "true"])
  }

  @Test func `what a page plants on prototypes sees no value of others`() async throws {
    let lines = try await run(
      """
      let seen = '';
      const define = Reflect.defineProperty;
      const spy = (owner, name) => {
        const original = owner[name];
        owner[name] = function (...given) { seen += name + ' '; return original.apply(this, given) };
      };
      const secret = { password: 'hunter2', list: ['a', 'b'.repeat(70), 1, 2, 3, 4, 5, 6, 7, 8, 9], at: new Date(0), map: new Map([[1, 2]]) };
      const plain = await bridge.call('echo', secret);
      spy(String.prototype, 'charCodeAt'); spy(String.prototype, 'substring'); spy(String.prototype, 'slice'); spy(Array, 'from');
      spy(Array.prototype, 'push'); spy(Function.prototype, 'call'); spy(Map.prototype, 'set'); spy(Map.prototype, 'get');
      spy(Map.prototype, 'forEach'); spy(Object, 'keys'); spy(Reflect, 'defineProperty'); spy(Object, 'defineProperty');
      for (const name of ['password', 'list', '0', 'length', '__proto__x', 'value', 'get', 'key', 'next']) {
        define(Object.prototype, name, { __proto__: null, set() { seen += 'set ' + name + ' ' }, get() { seen += 'get ' + name + ' ' }, configurable: true });
      }
      seen = '';
      const answer = await bridge.call('echo', secret);
      const noticed = seen;
      for (const name of ['password', 'list', '0', 'length', '__proto__x', 'value', 'get', 'key', 'next']) delete Object.prototype[name];
      console.log(`[${noticed.slice(0, 200)}]`, answer.password, answer.list.length, answer.map.get(1));
      """)
    #expect(lines == ["[] hunter2 11 2"])
  }

  @Test func `more shapes than there may be are written without them`() async throws {
    let lines = try await run(
      """
      for (let i = 0; i < 6000; i++) {
        const value = { ['name' + i]: i, list: [{ ['other' + i]: 'x' }] };
        if (!same(await bridge.call('echo', value), value)) console.log(i);
      }
      const value = { again: 1, list: [{ b: 2 }] };
      console.log(same(await bridge.call('echo', value), value));
      """)
    #expect(lines == ["true"])
  }

  @Test func `answers of many shapes that arrive together are each of their own shape`() async throws {
    let lines = try await run(
      """
      for (let round = 0; round < 3; round++) {
        await Promise.all(Array.from({ length: 3000 }, async (_, i) => {
          const value = { ['name' + round + '_' + i]: i, ['also' + (i % 7)]: [i] };
          const answer = await bridge.call('late', value).catch(error => console.log(error.message));
          if (!same(answer, value)) console.log(round, i, JSON.stringify(answer));
        }));
      }
      console.log('done');
      """)
    #expect(lines.suffix(3) == ["done"], "\(lines.prefix(3))")
  }

  @Test func `what lay in the memory before short texts is no part of them`() async throws {
    let lines = try await run(
      """
      const texts = ['', 'a', 'seven..', 'eight...', 'nine.....', 'a text of 31 letters, nearly all', 'x'.repeat(64), 'x'.repeat(65)];
      await bridge.call('echo', Array(200).fill(-1));
      const answer = await bridge.call('echo', texts);
      console.log(same(answer, texts));
      """)
    #expect(lines == ["true"])
  }

  @Test func `half a surrogate pair survives where a Swift string does not hold it`() async throws {
    let lab = Lab()
    let kept = Mutex<RawJSON?>(nil)
    lab.bridge.handle("keep") { (value: RawJSON) in kept.withLock { $0 = value } }
    lab.bridge.handle("kept") { kept.withLock { $0 ?? .null } }
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    let runtime = try await lab.runtime()
    try await runtime.run(
      TapeTests.warm + #"""
        await bridge.call('keep', { text: 'a\ud800"', ['k\udc00']: new Date(5), '\u00e9': 1, 'e\u0301': 2 });
        const kept = await bridge.call('kept');
        console.log(kept.text === 'a\ud800"', kept['k\udc00'] instanceof Date, Object.keys(kept).length);
        """#)
    await runtime.close()
    #expect(lab.printed == ["true true 4"])
  }

  @Test func `what goes beyond a limit is refused by the limit's name, and the next value is not`() async throws {
    var limits = Limits()
    limits.depth = 10
    limits.nodes = 1000
    limits.messageBytes = 20_000
    let lines = try await run(
      """
      let deep = [];
      for (let i = 0; i < 12; i++) deep = [deep];
      const cycle = { a: { b: [] } };
      cycle.a.b.push(cycle);
      for (const value of [deep, Array(2000).fill(1), { list: Array(500).fill([1]) }, { text: 'x'.repeat(30000) }, { a: { b: [() => 1] } }, cycle]) {
        await bridge.call('echo', value).then(() => console.log('no error'), error => console.log(error.code, error.message.slice(0, 60)));
      }
      console.log((await bridge.call('echo', { fine: [1] })).fine[0]);
      """, limits: limits)
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("RESOURCE_EXHAUSTED") || $0.contains("params") }, "\(lines)")
    #expect(lines.count == 7 && lines.last == "1", "\(lines)")
  }

  @Test func `a message has the bytes of its texts, wherever they are, and not those of its slots`() async throws {
    var limits = Limits()
    limits.messageBytes = 4000
    let lines = try await run(
      """
      const texts = [Array(700).fill(1.5), Array(300).fill('abcdefghij'), Array(410).fill('abcdefghij'), ['x'.repeat(3900)], ['x'.repeat(4100)]];
      for (const value of texts) {
        await bridge.call('echo', value).then(() => console.log('crossed'), error => console.log(error.data.limit));
      }
      """, limits: limits)
    #expect(lines == ["crossed", "crossed", "messageBytes", "crossed", "messageBytes"])
  }

  @Test func `contexts of one machine do not share their memory`() async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    let one = try await lab.runtime()
    let other = try await lab.runtime()
    for runtime in [one, other, one, other] { try await runtime.run(TapeTests.warm) }
    async let first = one.run(
      "for (let i = 0; i < 500; i++) if ((await bridge.call('echo', { one: [i] })).one[0] !== i) console.log(i)")
    async let second = other.run(
      "for (let i = 0; i < 500; i++) if ((await bridge.call('echo', { two: [i] })).two[0] !== i) console.log(i)")
    _ = try await (first, second)
    await one.close()
    await other.close()
    #expect(lab.printed == [])
  }
}
