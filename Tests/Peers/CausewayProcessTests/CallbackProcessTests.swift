import Causeway
import CausewayConcurrency
import Synchronization
import TestSupport
import Testing

@testable import CausewayProcess

/// Functions of a child's JavaScript, called by the parent.
@Suite(.timeLimit(.minutes(5))) struct CallbackProcessTests {
  private struct Each: Decodable, Sendable {
    let count: Int
    let row: Callback<Int, Bool>
  }

  private let bridge = Bridge()

  init() {
    bridge.handle("db.each") { (each: Each) async throws -> Int in
      for number in 0..<each.count where try await !each.row(number) { return number }
      return each.count
    }
  }

  private func held(_ process: JavaScriptProcess) async throws {
    try await eventually("the functions are released") {
      try await process.evaluate("bridge.inspect().references.exported", returning: Int.self) == 0
    }
  }

  @Test func `a child's function is called by its parent, and released`() async throws {
    let process = try await Children.start(bridge)
    #expect(
      try await process.evaluate(
        "bridge.call('db.each', { count: 5, row: async (row) => row < 3 })", returning: Int.self) == 3)
    try await held(process)
    #expect(
      try await process.evaluate(
        "bridge.call('db.each', { count: 1, row: () => { throw new RangeError('no') } }).catch((error) => error.message)",
        returning: String.self) == "no")
    try await process.evaluate("bridge.handle('formatter', (locale) => (value) => `${locale} ${value}`)")
    let format: Callback<Int, String> = try await process.call("formatter", "de")
    #expect(try await format(5) == "de 5")
    format.release()
    try await held(process)
    await process.close()
  }

  @Test func `a child's object is called by its parent, and released`() async throws {
    let process = try await Children.start(bridge)
    try await process.evaluate(
      """
      class Counter extends bridge.RemoteObject {
        #total = 0;
        add(count) { return (this.#total += count); }
        *upTo(count) { for (let number = 1; number <= count; number++) yield number; }
      }
      bridge.handle("make", () => new Counter());
      """)
    let counter: RemoteObject = try await process.call("make")
    #expect(try await counter.call("add", 3) == 3)
    #expect(try await counter.call("add", 4) == 7)
    var items: [Int] = []
    for try await item in counter.stream("upTo", 40, of: Int.self, buffer: 4) { items.append(item) }
    #expect(items == Array(1...40))
    let missing = await #expect(throws: BridgeError.self) { try await counter.call("constructor") }
    #expect(missing?.code == .unimplemented)
    counter.release()
    try await held(process)
    await process.close()
  }

  @Test func `a function of a child that is killed is unavailable`() async throws {
    let kept = Shared<Callback<Int, Int>?>(nil)
    let called = Signal()
    bridge.handle("keep") { (one: Callback<Int, Int>) throws in
      let own = try one.keep()
      kept.withLock { $0 = own }
    }
    bridge.handle("called") { called.fire() }
    let process = try await Children.start(bridge)
    try await process.evaluate(
      "bridge.call('keep', () => { bridge.call('called'); return new Promise(() => {}); })")
    try await eventually("the function is kept") { kept.value != nil }
    let callback = try #require(kept.value)
    let pending = Task { try await callback(1, timeout: .never) }
    await called.wait()
    process.kill()
    let error = await #expect(throws: BridgeError.self) { _ = try await pending.value }
    #expect(error?.code == .unavailable)
    let later = await #expect(throws: BridgeError.self) { _ = try await callback(2) }
    #expect(later?.code == .unavailable)
    await process.close()
  }

  @Test(.slowWhenSanitized) func `10,000 functions of a child are called and released`() async throws {
    bridge.handle("sum") { (all: [Callback<Int, Int>]) async throws -> Int in
      var sum = 0
      for one in all { sum += try await one(1) }
      return sum
    }
    let process = try await Children.start(bridge)
    try await process.evaluate(
      "globalThis.go = (count) => bridge.call('sum', Array.from({ length: count }, (_, at) => (x) => x + at))")
    for _ in 0..<10 {
      #expect(try await process.evaluate("go(1000)", returning: Int.self) == 1000 + 999 * 1000 / 2)
    }
    try await held(process)
    await process.close()
  }

  private var exported: [Int] { bridge.activity().connections.map(\.statistics.exported) }

  @Test func `a child calls closures of its parent, which are gone when they are released or the child is killed`()
    async throws
  {
    bridge.handle("adder") { (first: Int) in Callback { (second: Int) in first + second } }
    let process = try await Children.start(bridge)
    let source = """
      (async () => {
        const add = await bridge.call("adder", 40);
        const sum = await add(2);
        bridge.release(add);
        return [sum, await add(1).catch(({ code }) => code === "NOT_FOUND" ? 1 : 0)];
      })()
      """
    #expect(try await process.evaluate(source, returning: [Int].self) == [42, 1])
    try await eventually("the closure is released") { exported == [0] }
    try await process.evaluate(
      "bridge.handle('listen', (listener) => { globalThis.kept = listener }); bridge.handle('tell', (x) => kept(x))")
    try await process.call("listen", Callback { (number: Int) in number * 2 })
    #expect(try await process.call("tell", 21) == 42)
    #expect(exported == [1])
    process.kill()
    await process.close()
    #expect(exported == [])
  }
}
