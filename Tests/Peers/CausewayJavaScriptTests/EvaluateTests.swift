import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Testing

/// The value of a script, decoded into a Swift type.
@Suite(.timeLimit(.minutes(5))) struct EvaluateTests {
  @Test func `the value of a script is decoded`() async throws {
    let runtime = try await Lab().runtime()
    try await runtime.evaluate("globalThis.cart = [{ price: 1.5 }, { price: 2 }]")
    let total: Double = try await runtime.evaluate("cart.reduce((sum, item) => sum + item.price, 0)")
    #expect(total == 3.5)
    #expect(try await runtime.evaluate("({ x: 1, label: 'a', list: [2] })") == Point(x: 1, label: "a", list: [2]))
    #expect(try await runtime.evaluate("let later = 'declared'; later", returning: String.self) == "declared")
    #expect(try await runtime.evaluate("later", returning: String.self) == "declared")
    #expect(try await runtime.evaluate("undefined", returning: String?.self) == nil)
    #expect(try await runtime.evaluate("2n ** 63n", returning: UInt64.self) == 1 << 63)
    #expect(try await runtime.evaluate("new Uint8Array([1, 255])", returning: [UInt8].self) == [1, 255])
    await runtime.close()
  }

  @Test(arguments: ["3", "[3]"]) func `promise reactions have run when the value of a script is returned`(
    _ value: String
  )
    async throws
  {
    let runtime = try await Lab().runtime()
    let script = "var order = []; Promise.resolve().then(() => { order.push('reaction') }); \(value)"
    _ = try await runtime.evaluate(script, returning: BridgeValue.self)
    #expect(try await runtime.evaluate("order.join()", returning: String.self) == "reaction")
    await runtime.close()
  }

  @Test func `a promise is awaited, also if a call to Swift settles it`() async throws {
    let lab = Lab()
    lab.bridge.handle("later") { (x: Int) async -> Int in
      await Task.yield()
      return x + 1
    }
    let runtime = try await lab.runtime()
    #expect(try await runtime.evaluate("bridge.call('later', 1).then(x => [x])", returning: [Int].self) == [2])
    #expect(try await runtime.evaluate("(async () => 'done')()", returning: String.self) == "done")
    await runtime.close()
  }

  @Test(arguments: [
    ("throw new TypeError('no')", "TypeError: no"), ("Promise.reject(new RangeError('far'))", "RangeError: far"),
    ("1 +", "SyntaxError"), ("({ f() {} })", "result.f: a function cannot cross the bridge"),
    ("Symbol('s')", "result: a symbol cannot cross the bridge"), ("({ x: 'text' })", "result.x: expected a number"),
    ("const loop = {}; loop.self = loop; loop", "result.self"),
    ("({ x: 1, get label() { throw 1 } })", "result.label: it cannot be read"),
    ("new Proxy({}, { ownKeys() { throw 1 } })", "result: it cannot be read"),
  ])
  func `a script without a usable value fails with the reason, and the runtime continues`(
    source: String, expected: String
  ) async throws {
    let lab = Lab()
    let runtime = try await lab.runtime()
    do {
      let point: Point = try await runtime.evaluate(source, url: "app.js")
      Issue.record("a value: \(point)")
    } catch {
      #expect("\(error)".contains(expected), "\(error)")
    }
    #expect(try await runtime.evaluate("6 * 7", returning: Int.self) == 42)
    await runtime.close()
    #expect(lab.printed == [])
  }

  @Test func `the wait for a promise that never settles ends with its task or its runtime`() async throws {
    let lab = Lab()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    lab.bridge.handle("begun") { () -> Void in begin.yield() }
    let runtime = try await lab.runtime()
    var turns = begun.makeAsyncIterator()
    let source = "bridge.call('begun'); new Promise(() => {})"
    let cancelled = Task { try await runtime.evaluate(source, returning: Int.self) }
    await turns.next()
    cancelled.cancel()
    await #expect(throws: JavaScriptError.self) { try await cancelled.value }
    let closed = Task { try await runtime.evaluate(source, returning: Int.self) }
    await turns.next()
    await runtime.close()
    await #expect(throws: JavaScriptError.self) { try await closed.value }
  }

  @Test func `a runtime without a bridge reports what is missing`() async throws {
    let runtime = try await JavaScriptRuntime()
    await #expect(throws: BridgeError.self) { try await runtime.evaluate("1", returning: Int.self) }
    await runtime.close()
  }
}
