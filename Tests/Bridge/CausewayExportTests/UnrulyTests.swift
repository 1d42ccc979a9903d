#if Macros
import Causeway
import CausewayExport
import CausewayJavaScript
import JavaScriptRuntime
import Testing

/// A plugin with misbehaving methods.
@Plugin("unruly")
final class Unruly: Sendable {
  let isLet = AsyncStream<Void>.makeStream()

  @Export func cancelsItself() async -> String {
    withUnsafeCurrentTask { $0?.cancel() }
    await Task.yield()
    return Task.isCancelled ? "cancelled, and answered" : "not cancelled"
  }
  @Export func throwsCancellation() async throws { throw CancellationError() }
  @Export func cancelsItsChildren() async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      group.addTask {
        try await Task.sleep(for: .seconds(3600))
        return 0
      }
      group.cancelAll()
      return try await group.next() ?? -1
    }
  }
  /// Ignores its cancellation, and returns too late.
  @Export(timeout: .milliseconds(1)) func ignoresItsEnd() async -> String {
    await Task { for await _ in isLet.stream {} }.value
    return "late"
  }
  @Export func breaksOff() -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      continuation.yield(1)
      continuation.finish(throwing: BridgeError("BROKEN", "It broke off."))
    }
  }
  @Export func small(_ number: Int8) -> Int8 { number }
  @Export func natural(number: UInt64) -> UInt64 { number }
  @Export func nested(lists: [String: [[Int]]]) -> Int { lists.values.joined().joined().reduce(0, +) }
}

/// Misbehaving pages and plugins: each call ends with a code, and the connection continues.
@Suite(.timeLimit(.minutes(5))) struct UnrulyTests {
  private func page() async throws -> (runtime: JavaScriptRuntime, unruly: Unruly) {
    let bridge = Bridge()
    let unruly = Unruly()
    bridge.register(unruly)
    bridge.register(Radio())
    return (try await JavaScriptRuntime(bridge: bridge, permissions: .all), unruly)
  }

  /// The settlement of a call, and whether the next call is answered.
  private func end(_ call: String, in runtime: JavaScriptRuntime) async throws -> String {
    let end: String = try await runtime.evaluate(
      """
      (async () => { try { return `answer ${await \(call)}` } catch (error) { return `${error.code}: ${error.message}` } })()
      """)
    #expect(try await runtime.evaluate("bridge.plugins.radio.echo(1)") == 1)
    #expect(try await runtime.evaluate("bridge.inspect().pending") == 0)
    return end
  }

  @Test(
    arguments: [
      ("unruly.cancelsItself()", "answer cancelled, and answered"),
      ("unruly.throwsCancellation()", "CANCELLED: The call was cancelled."),
      ("unruly.cancelsItsChildren()", "CANCELLED: The call was cancelled."),
      ("unruly.ignoresItsEnd()", "DEADLINE_EXCEEDED: unruly.ignoresItsEnd exceeded its deadline."),
      ("Array.fromAsync(unruly.breaksOff())", "BROKEN: It broke off."),
      ("unruly.small(127)", "answer 127"),
      ("unruly.small(128)", "INVALID_ARGUMENT: params: expected an integer from -128 to 127, got the number 128"),
      ("unruly.small(-0)", "answer 0"),
      ("unruly.small(NaN)", "INVALID_ARGUMENT: params: expected an integer from -128 to 127, got the number NaN"),
      ("unruly.small()", "INVALID_ARGUMENT: params: expected an integer from -128 to 127, got undefined"),
      ("unruly.natural({ number: 2n ** 64n - 1n })", "answer 18446744073709551615"),
      (
        "unruly.natural({ number: 2n ** 64n })",
        "INVALID_ARGUMENT: params.number: expected an unsigned integer of 64 bits, got a BigInt"
      ),
      (
        "unruly.natural({ number: -1 })",
        "INVALID_ARGUMENT: params.number: expected an unsigned integer of 64 bits, got the number -1"
      ),
      ("unruly.nested({ lists: { a: [[1, 2], [3]] } })", "answer 6"),
      (
        "unruly.nested({ lists: { a: [[1, 2], ['3']] } })",
        "INVALID_ARGUMENT: params.lists.a[1][0]: expected an integer of 64 bits, got a string"
      ),
      (
        "radio.mirror({ ssid: 'x', band: '5', addresses: [{ text: 'y', prefix: 129 }], heard: new Date(), key: new Uint8Array(), counters: {} })",
        "INVALID_ARGUMENT: params.addresses[0].prefix: expected a number from 0 to 128, got 129"
      ),
      (
        "radio.scan({ limit: () => 1 })",
        "INVALID_ARGUMENT: params.limit: expected an integer of 64 bits, got a function"
      ),
      ("radio.scan({ limit: Symbol('x') })", "INVALID_ARGUMENT: params.limit: a symbol cannot cross the bridge"),
      ("radio.scan([])", "INVALID_ARGUMENT: params: expected an object of radio.scan's parameters, got an array"),
      (
        "radio.scan({ ['__proto__']: 1 })",
        "INVALID_ARGUMENT: params.__proto__: radio.scan has no such parameter; it takes hidden, limit"
      ),
      (
        "radio.scan({ then: 1 })",
        "INVALID_ARGUMENT: params.then: radio.scan has no such parameter; it takes hidden, limit"
      ),
    ])
  func `a call that cannot be served ends with a code`(call: String, expected: String) async throws {
    let (runtime, unruly) = try await page()
    _ = try await runtime.evaluate("globalThis.radio = bridge.plugins.radio, 1", returning: Int.self)
    _ = try await runtime.evaluate("globalThis.unruly = bridge.plugins.unruly, 1", returning: Int.self)
    let end = try await end(call, in: runtime)
    #expect(end == expected)
    unruly.isLet.continuation.finish()
    await runtime.close()
  }

  @Test(arguments: [
    "undefined", "null", "5", "true", "{}", "[]", "Symbol('radio.echo')", "() => 'radio.echo'", "10n",
    "{ toString: () => 'radio.echo' }", "new String('radio.echo')",
  ]) func `a name that is not a string is refused`(name: String) async throws {
    let (runtime, _) = try await page()
    let expression =
      "(() => { try { return Promise.resolve(bridge.call(\(name), 1)) } catch (e) { return Promise.reject(e) } })()"
    #expect(try await end(expression, in: runtime).hasPrefix("INVALID_ARGUMENT: method"))
    await runtime.close()
  }

  @Test(arguments: [
    ("''", "UNIMPLEMENTED"), ("'__proto__'", "UNIMPLEMENTED"), ("'constructor'", "UNIMPLEMENTED"),
    ("'toString'", "UNIMPLEMENTED"), ("'then'", "UNIMPLEMENTED"), ("'radio.__proto__.constructor'", "UNIMPLEMENTED"),
    ("'x'.repeat(1 << 20)", "RESOURCE_EXHAUSTED"), ("'radio.echo\\0'", "UNIMPLEMENTED"),
    ("'\\ud800'", "UNIMPLEMENTED"), ("'$/nothing'", "UNIMPLEMENTED"),
  ]) func `a hostile name has no member`(name: String, code: String) async throws {
    let (runtime, _) = try await page()
    let end = try await end("bridge.call(\(name))", in: runtime)
    #expect(end.hasPrefix("\(code):"))
    await runtime.close()
  }

  @Test func `names that JavaScript reads from every object are not members of plugins`() async throws {
    let (runtime, _) = try await page()
    for name in ["then", "catch", "finally", "constructor", "toJSON", "__proto__", "inspect"] {
      #expect(
        try await runtime.evaluate("[typeof bridge.plugins['\(name)'], typeof bridge.plugins.radio['\(name)']].join()")
          == "undefined,undefined", "\(name)")
    }
    #expect(try await runtime.evaluate("`${bridge.plugins.radio}`") == "[bridge.plugins.radio]")
    await runtime.close()
  }
}
#endif
