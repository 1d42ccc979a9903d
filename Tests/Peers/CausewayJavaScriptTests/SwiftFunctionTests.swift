import Causeway
import CausewayConcurrency
import CausewayJavaScript
import CausewayTesting
import Foundation
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

private struct Tools: Encodable, Sendable {
  let name: String
  let double: Callback<Int, Int>
  let list: [Callback<String, Int>]
  let none: Callback<Void, Void>?
}

private struct Row: Codable, Sendable, Equatable {
  var id: Int
  var name: String
}

/// Closures of Swift's, called by JavaScript.
@Suite(.timeLimit(.minutes(5))) struct SwiftFunctionTests {
  private let bridge: Bridge
  private let clock = VirtualClock()

  init() {
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    bridge = Bridge(configuration)
    bridge.handle("adder") { (first: Int) in Callback { (second: Int) in first + second } }
    bridge.handle("tools") { () in
      Tools(name: "all", double: Callback { $0 * 2 }, list: [Callback { $0.count }, Callback { -$0.count }], none: nil)
    }
  }

  private func value<Value: Decodable & Sendable>(_ source: String, _ type: Value.Type = Value.self) async throws
    -> Value
  {
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    defer { Task { await runtime.close() } }
    try await runtime.evaluate("bridge.handle('main', async () => { \(source) })", url: "main.js")
    return try await runtime.call("main")
  }

  /// How many functions of Swift's each connection's JavaScript holds.
  private var exported: [Int] { bridge.activity().connections.map(\.statistics.exported) }

  @Test func `a result is a function, and results have functions at any depth`() async throws {
    #expect(try await value("const add = await bridge.call('adder', 40); return await add(2)") == 42)
    let texts: [Int] = try await value(
      """
      const { name, double, list } = await bridge.call("tools");
      return [name.length, await double(21), await list[0]("four"), await list[1]("four")];
      """)
    #expect(texts == [3, 42, 4, -4])
    #expect(try await value("return typeof bridge.callSync('adder', 1)") == "function")
  }

  @Test func `parameters of Swift's calls have functions, which last`() async throws {
    let seen = Shared<[Row]>([])
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(
      """
      let kept;
      bridge.handle("listen", (listener) => { kept = listener; });
      bridge.handle("tell", (row) => kept(row));
      bridge.handle("same", (listener) => listener === kept);
      """, url: "a.js")
    let listener = Callback { (row: Row) in seen.withLock { $0.append(row) } }
    try await runtime.call("listen", listener)
    try await runtime.call("tell", Row(id: 1, name: "Ä"))
    try await runtime.call("tell", Row(id: 2, name: "b"))
    #expect(seen.value == [Row(id: 1, name: "Ä"), Row(id: 2, name: "b")])
    #expect(try await runtime.call("same", listener) == true)
    #expect(exported == [1])
    await runtime.close()
  }

  @Test func `items of streams have functions, in both directions`() async throws {
    bridge.stream("functions") { (_: CallContext) in
      AsyncStream<Callback<Int, Int>> { continuation in
        for number in 1...3 { continuation.yield(Callback { (value: Int) in number * value }) }
        continuation.finish()
      }
    }
    let products: [Int] = try await value(
      "const all = []; for await (const times of bridge.stream('functions')) all.push(await times(10)); return all")
    #expect(products == [10, 20, 30])
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate("bridge.handle('items', function* () { for (const n of [1, 2]) yield (x) => n * x; })")
    var sums: [Int] = []
    for try await times in try runtime.stream("items", of: Callback<Int, Int>.self) { sums.append(try await times(7)) }
    #expect(sums == [7, 14])
    await runtime.close()
  }

  @Test func `a function that goes back to its owner is what it was`() async throws {
    let given = Shared<Callback<Int, Int>?>(nil)
    bridge.handle("give") { (one: Callback<Int, Int>) throws in
      let own = try one.keep()
      given.withLock { $0 = own }
    }
    bridge.handle("back") { () throws in try #require(given.value) }
    bridge.handle("lent") { (one: Callback<Int, Int>) in one }
    #expect(
      try await value(
        """
        const own = (x) => x;
        await bridge.call("give", own);
        return [await bridge.call("back") === own, await bridge.call("lent", own) === own];
        """) == [true, true])
    let closure = Callback { (x: Int) in x + 1 }
    let other: Callback<Int, Int> = try await {
      let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
      defer { Task { await runtime.close() } }
      try await runtime.evaluate("bridge.handle('echo', (x) => x)")
      return try await runtime.call("echo", closure)
    }()
    #expect(other == closure)
    #expect(try await other(1) == 2)
  }

  @Test func `a function of one runtime is called by another`() async throws {
    let owner = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    let other = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await owner.evaluate("bridge.handle('formatter', (locale) => (value) => `${locale} ${value}`)")
    try await other.evaluate("bridge.handle('use', async (format) => [await format(1), await format(2)])")
    let format: Callback<Int, String> = try await owner.call("formatter", "de")
    #expect(try await other.call("use", format, returning: [String].self) == ["de 1", "de 2"])
    await owner.close()
    let error = await #expect(throws: BridgeError.self) { try await other.call("use", format) }
    #expect(error?.code == .unavailable)
    await other.close()
  }

  @Test func `what does not fit is an error of the call`() async throws {
    let codes: [String] = try await value(
      """
      const { double, list } = await bridge.call("tools");
      const texts = [];
      for (const call of [() => double("x"), () => double(), () => list[0](5), () => double(1, { timeout: "x" }), () => double(1, 2)]) {
        await call().then(() => texts.push("none"), (error) => texts.push(`${error.code} ${error.method}`));
      }
      return texts;
      """)
    #expect(
      codes == [
        "INVALID_ARGUMENT tools#result.double", "INVALID_ARGUMENT tools#result.double",
        "INVALID_ARGUMENT tools#result.list[0]", "INVALID_ARGUMENT function", "INVALID_ARGUMENT function",
      ])
  }

  @Test func `an error of the closure is the caller's, with code and data`() async throws {
    bridge.handle("failing") { () in
      Callback { () async throws in throw BridgeError("QUOTA", "no", data: 5) }
    }
    #expect(
      try await value(
        """
        const fail = await bridge.call("failing");
        return await fail().catch((error) => `${error.code} ${error.message} ${error.data} ${error.method}`);
        """) == "QUOTA no 5 failing#result")
  }

  @Test func `a call has its own deadline, and is cancelled by its signal`() async throws {
    let cancelled = Shared(0)
    bridge.handle("sleeper") { () in
      Callback { (_: Int) async throws in
        do { try await Task.sleep(for: .seconds(3600)) } catch {
          cancelled.withLock { $0 += 1 }
          throw error
        }
      }
    }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(
      """
      bridge.handle("late", async () => {
        const pause = await bridge.call("sleeper");
        return await pause(1, { timeout: 500 }).catch((error) => `${error.code} ${error.method}`);
      });
      bridge.handle("stopped", async () => {
        const pause = await bridge.call("sleeper");
        const stop = new AbortController();
        const sleeping = pause(1, { signal: stop.signal });
        stop.abort();
        return await sleeping.catch((error) => error.code);
      });
      """)
    let late: String = try await clock.runFreely { try await runtime.call("late") }
    #expect(late == "DEADLINE_EXCEEDED sleeper#result")
    #expect(try await runtime.call("stopped") == "CANCELLED")
    try await eventually("both closures were cancelled") { cancelled.value == 2 }
    await runtime.close()
  }

  @Test func `what JavaScript has collected or released is released`() async throws {
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(
      """
      bridge.handle("many", async (count) => {
        let sum = 0;
        for (let at = 0; at < count; at += 1) sum += await (await bridge.call("adder", at))(1);
        return sum;
      });
      bridge.handle("early", async () => {
        const add = await bridge.call("adder", 1);
        bridge.release(add);
        return await add(1).catch((error) => `${error.code} ${error.message}`);
      });
      """)
    #expect(try await runtime.call("many", 1000) == 500_500)
    #expect(try await runtime.call("early") == "NOT_FOUND The function or object no longer exists: it was released.")
    // The collector takes whatever is on the stack for values that are used, which may keep the last ones for ever.
    try await eventually("nearly all of the 1000 functions are released") {
      try await runtime.collectGarbage()
      return try #require(exported.first) < 10
    }
    await runtime.close()
  }

  @Test func `a closure that Swift releases is gone for JavaScript`() async throws {
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(
      "let kept; bridge.handle('take', (given) => { kept = given }); bridge.handle('use', () => kept(1))")
    let closure = Callback { (x: Int) in x }
    try await runtime.call("take", closure)
    #expect(try await runtime.call("use") == 1)
    closure.release()
    let error = await #expect(throws: BridgeError.self) { try await runtime.call("use") }
    #expect(error?.code == .notFound)
    let again = await #expect(throws: BridgeError.self) { try await runtime.call("take", closure) }
    #expect(again?.code == .invalidArgument)
    #expect(again?.message == "take#: function was released.")
    await runtime.close()
  }

  @Test func `more functions than may be held are refused, and none is left over`() async throws {
    var limits = Limits()
    limits.references = 3
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all, limits: limits)
    bridge.handle("three") { (count: Int) in (0..<count).map { number in Callback { () in number } } }
    try await runtime.evaluate(
      """
      let kept;
      bridge.handle("keep", async (count) => { kept = await bridge.call("three", count); return kept.length; });
      bridge.handle("first", () => kept[0]());
      """)
    #expect(try await runtime.call("keep", 3) == 3)
    let error = await #expect(throws: BridgeError.self) { try await runtime.call("keep", 1) }
    #expect(error?.code == .resourceExhausted)
    #expect(try await runtime.call("first") == 0)
    #expect(exported == [3])
    await runtime.close()
    #expect(exported.isEmpty)
  }

  @Test func `events and progress have no functions`() async throws {
    bridge.handle("reporting") { (call: CallContext) in
      call.report(progress: Callback { (x: Int) in x })
      return 5
    }
    let reports: [Int] = try await value(
      "let reports = 0; return [await bridge.call('reporting', null, { onProgress: () => { reports += 1 } }), reports]")
    #expect(reports == [5, 0])
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate("bridge.on('told', () => {})")
    try await eventually("JavaScript listens") {
      bridge.activity().connections.contains { $0.statistics.subscriptions == 1 }
    }
    #expect(throws: BridgeError.self) { try bridge.emit("told", Callback { (x: Int) in x }) }
    await runtime.close()
  }

  @Test func `other coders refuse a callback`() throws {
    #expect(throws: BridgeError.self) { try JSONEncoder().encode([Callback { (x: Int) in x }]) }
  }
}
