import Causeway
import CausewayConcurrency
import CausewayJavaScript
import CausewayTesting
import Foundation
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

private struct Each: Decodable, Sendable {
  let count: Int
  let row: Callback<Int, Bool>
}

private struct Loose: Decodable, Sendable { let count: Int }

/// Functions of JavaScript's, called by Swift.
@Suite(.timeLimit(.minutes(5))) struct CallbackTests {
  private let bridge: Bridge
  private let clock = VirtualClock()

  init() {
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    bridge = Bridge(configuration)
    bridge.handle("db.each") { (each: Each) async throws -> Int in
      for number in 0..<each.count where try await !each.row(number) { return number }
      return each.count
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

  /// Waits until JavaScript holds no function for Swift.
  private func held(_ runtime: JavaScriptRuntime) async throws {
    try await eventually("the functions are released") {
      try await runtime.evaluate("bridge.inspect().references.exported", returning: Int.self) == 0
    }
  }

  @Test func `a function within the parameters is called for each row, and its promise is awaited`() async throws {
    let rows: [Int] = try await value(
      """
      const rows = [];
      await bridge.call("db.each", { count: 4, row: async (row) => { await 0; rows.push(row); return row < 2; } });
      return rows;
      """)
    #expect(rows == [0, 1, 2])
  }

  @Test func `a function is the parameter itself, and functions lie in lists and maps at any depth`() async throws {
    bridge.handle("twice") { (double: Callback<Int, Int>) async throws in try await double(double(3)) }
    bridge.handle("all") { (all: [String: [Callback<Int, Int>]]) async throws -> Int in
      var sum = 0
      for list in all.values { for (index, one) in list.enumerated() { sum += try await one(index + 1) } }
      return sum
    }
    #expect(try await value("return await bridge.call('twice', (x) => x * 2)") == 12)
    #expect(
      try await value("return await bridge.call('all', { a: [(x) => x, (x) => 10 * x], b: [(x) => 100 * x] })") == 121)
  }

  @Test func `an error of the function is its caller's, with code and data`() async throws {
    let code: String = try await value(
      """
      try {
        await bridge.call("db.each", { count: 1, row: () => { throw Object.assign(new Error("no"), { code: "QUOTA", data: 5 }) } });
      } catch (error) { return `${error.code} ${error.message} ${error.data}` }
      """)
    #expect(code == "QUOTA no 5")
    // A result that does not fit.
    let message: String = try await value(
      "return await bridge.call('db.each', { count: 1, row: () => 'yes' }).catch((error) => `${error.code} ${error.message}`)"
    )
    #expect(message == #"INTERNAL result: expected a boolean, got a string"#)
  }

  @Test func `after its call a function that was not kept is gone, and one that was kept is called`() async throws {
    let plain = Shared<Callback<Int, Int>?>(nil)
    let kept = Shared<Callback<Int, Int>?>(nil)
    bridge.handle("store") { (one: Callback<Int, Int>) throws in
      plain.withLock { $0 = one }
      let own = try one.keep()
      kept.withLock { $0 = own }
    }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate("bridge.handle('go', () => bridge.call('store', (x) => x + 1))", url: "a.js")
    try await runtime.call("go")
    let lent = try #require(plain.value)
    let own = try #require(kept.value)
    let error = await #expect(throws: BridgeError.self) { _ = try await lent(1) }
    #expect(error?.code == .notFound)
    #expect(error?.message == "store# was lent to a call that has ended: keep() it to call it later.")
    #expect(throws: BridgeError.self) { _ = try lent.keep() }
    #expect(try await own(1) == 2)
    #expect(lent == own)
    #expect(try await runtime.evaluate("bridge.inspect().references.exported", returning: Int.self) == 1)
    own.release()
    own.release()
    plain.withLock { $0 = nil }
    kept.withLock { $0 = nil }
    try await held(runtime)
    let released = await #expect(throws: BridgeError.self) { _ = try await own(1) }
    #expect(released?.code == .notFound)
    await runtime.close()
  }

  @Test func `a function that nothing reads is an error, and is released`() async throws {
    bridge.handle("loose") { (_: Loose) async in 1 }
    let ran = Shared(0)
    bridge.handle("none") { () in ran.withLock { $0 += 1 } }
    bridge.handle("any") { (_: BridgeValue) in 1 }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(
      """
      bridge.handle("go", async () => {
        const texts = [];
        for (const [name, params] of [
          ["loose", { count: 1, rwo: () => 1 }], ["none", () => 1], ["any", { a: [() => 1] }], ["nowhere", () => 1],
          ["db.each", { count: () => 1, row: () => 1 }],
        ]) await bridge.call(name, params).then(() => texts.push("?"), (error) => texts.push(`${error.code} ${error.message}`));
        return texts;
      });
      """, url: "a.js")
    let texts: [String] = try await runtime.call("go")
    #expect(
      texts == [
        "INVALID_ARGUMENT params.rwo: expected a value, got a function: nothing here calls it.",
        "INVALID_ARGUMENT params: expected a value, got a function: nothing here calls it.",
        "INVALID_ARGUMENT params.a[0]: expected a value, got a function: nothing here calls it.",
        #"UNIMPLEMENTED There is no method "nowhere"."#,
        "INVALID_ARGUMENT params.count: expected an integer of 64 bits, got a function",
      ])
    try await held(runtime)
    #expect(ran.value == 0)
    await runtime.close()
  }

  @Test func `data that looks like a function arrives unchanged`() async throws {
    bridge.handle("echo") { (value: BridgeValue) in value }
    let text: String = try await value(
      """
      const value = { $reference: 1, a: { $reference: 2 }, f: [{ $object: { $reference: 3 } }] };
      return JSON.stringify([await bridge.call("echo", value), await bridge.call("echo", { $reference: 7 })]);
      """)
    #expect(text == #"[{"$reference":1,"a":{"$reference":2},"f":[{"$object":{"$reference":3}}]},{"$reference":7}]"#)
  }

  @Test func `a function that JavaScript returns is called until it is released`() async throws {
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(
      "bridge.handle('formatter', (locale) => (value) => `${locale} ${value}`)", url: "a.js")
    do {
      let format: Callback<Int, String> = try await runtime.call("formatter", "de")
      #expect(try await format(5) == "de 5")
      #expect(format.name == "formatter#result")
    }
    try await held(runtime)
    // A result that is not read.
    try await runtime.call("formatter", "fr")
    await #expect(throws: BridgeError.self) { let _: Int = try await runtime.call("formatter", "fr") }
    try await held(runtime)
    let format: Callback<Int, String> = try await runtime.call("formatter", "de")
    await runtime.close()
    let error = await #expect(throws: BridgeError.self) { _ = try await format(5) }
    #expect(error?.code == .unavailable)
  }

  @Test func `the deadline of the call ends the functions that it lent, and calls of them`() async throws {
    let lent = Shared<Callback<Int, Int>?>(nil)
    let outcome = Deferred<BridgeError.Code?>()
    bridge.handle("wait", timeout: .seconds(5)) { (one: Callback<Int, Int>) async throws in
      lent.withLock { $0 = one }
      do { _ = try await one(1, timeout: .never) } catch {
        outcome.resolve((error as? BridgeError)?.code)
        throw error
      }
    }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(
      "bridge.handle('go', () => bridge.call('wait', () => new Promise(() => {})))", url: "a.js")
    let error = await #expect(throws: BridgeError.self) {
      try await clock.runFreely { try await runtime.call("go") }
    }
    #expect(error?.code == .deadlineExceeded)
    #expect(await outcome.value(cancelled: nil) == .deadlineExceeded)
    let late = await #expect(throws: BridgeError.self) { _ = try await lent.value?(2) }
    #expect(late?.code == .deadlineExceeded)
    try await held(runtime)
    await runtime.close()
  }

  @Test func `10,000 functions are released, and one more is refused`() async throws {
    bridge.handle("many") { (many: [Callback<Int, Int>]) async throws in try await many[many.count - 1](many.count) }
    var limits = Limits()
    limits.references = 500
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all, limits: limits)
    try await runtime.evaluate(
      """
      bridge.handle("go", async (count) => {
        const list = Array.from({ length: count }, (_, at) => (x) => x + at);
        try { return String(await bridge.call("many", list)) } catch (error) { return `${error.code} ${error.data.limit}` }
      });
      """, url: "a.js")
    for _ in 0..<20 { #expect(try await runtime.call("go", 500) == "999") }
    #expect(try await runtime.call("go", 501) == "RESOURCE_EXHAUSTED references")
    try await held(runtime)
    #expect(try await runtime.call("go", 500) == "999")
    await runtime.close()
  }

  @Test func `the same function is equal however it came, and each copy counts`() async throws {
    bridge.handle("same") { (pair: [Callback<Int, Int>]) in pair[0] == pair[1] && Set(pair).count == 1 }
    bridge.handle("other") { (pair: [Callback<Int, Int>]) in pair[0] == pair[1] }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(
      """
      const f = (x) => x;
      bridge.handle("same", () => bridge.call("same", [f, f]));
      bridge.handle("other", () => bridge.call("other", [f, (x) => x]));
      """, url: "a.js")
    #expect(try await runtime.call("same") == true)
    #expect(try await runtime.call("other") == false)
    try await held(runtime)
    await runtime.close()
  }

  @Test func `what cannot cross says why, and nothing stays behind`() async throws {
    let text: String = try await value(
      """
      const texts = [];
      for (const value of [{ f() {}, s: Symbol("s") }, { c: class X {} }]) {
        try { await bridge.call("db.each", value) } catch (error) { texts.push(error.message) }
      }
      texts.push(bridge.inspect().references.exported);
      return texts.join("\\n");
      """)
    #expect(
      text == """
        params.s: a symbol cannot cross the bridge
        params.c: a class cannot cross the bridge: pass a function that makes an instance
        0
        """)
  }

  @Test func `observers see where the function came from`() async throws {
    let seen = Shared<[String]>([])
    struct Names: CallObserver {
      let seen: Shared<[String]>
      func ended(_ call: ObservedCall, _ outcome: Result<Payload, BridgeError>, after duration: Duration) {
        seen.withLock { $0.append("\(call.isOutgoing ? "out" : "in") \(call.method)") }
      }
    }
    bridge.observe(Names(seen: seen))
    let _: Int = try await value("return await bridge.call('db.each', { count: 1, row: () => true })")
    #expect(seen.value.sorted() == ["in db.each", "out db.each#row", "out main"])
  }
}
