import Causeway
import CausewayJavaScript
import Foundation
import JavaScriptRuntime
import Testing

/// JavaScript errors in Swift.
@Suite(.timeLimit(.minutes(5))) struct ErrorTests {
  private func error(of body: () async throws -> Void) async throws -> BridgeError {
    let error = await #expect(throws: BridgeError.self) { try await body() }
    return try #require(error)
  }

  @Test func `a call fails when the answer has more bytes than allowed, though fewer characters`()
    async throws
  {
    let lab = Lab()
    var limits = Limits()
    limits.messageBytes = 2000
    let runtime = try await lab.runtime(limits: limits)
    try await runtime.evaluate(
      #"""
      const large = ["\u4e00".repeat(900)];
      globalThis.ended = [];
      bridge.handle("result", () => large);
      bridge.handle("error", () => { throw new Error(large[0]) });
      bridge.handle("data", () => { throw new bridge.BridgeError("MINE", "It failed.", { data: large }) });
      bridge.handle("items", async function* () {
        try { yield 1; yield large; yield 3 } finally { ended.push("items") }
      });
      """#)
    for name in ["result", "error", "data"] {
      let error = try await error { try await runtime.call(name, timeout: .seconds(5)) }
      #expect(error.code == .resourceExhausted && error.method == name, "\(error)")
      #expect(error.data?["limit"] == "messageBytes")
    }
    let items = try runtime.stream("items", of: Int.self)
    var taken: [Int] = []
    let error = try await error { for try await item in items { taken.append(item) } }
    #expect(error.code == .resourceExhausted && error.method == "items")
    #expect(taken == [1])
    #expect(try await runtime.evaluate("ended.join()") == "items")
    let connection = try runtime.connection
    #expect(connection.statistics.pending == 0 && connection.statistics.running == 0)
    await runtime.close()
  }

  @Test(arguments: [
    ("({ a: [Symbol('s')] })", "INTERNAL", "result.a[0]: a symbol cannot cross the bridge", "result.a[0]"),
    ("{ const a = {}; a.a = a; a }", "INTERNAL", "result.a: a cycle cannot cross the bridge", "result.a"),
    ("({ get a() { throw 1 } })", "INTERNAL", "result.a: it cannot be read", "result.a"),
    ("({ a: 'text' })", "INTERNAL", "result.a: expected an integer of 64 bits, got a string", "result.a"),
  ]) func `a value that JavaScript answers and that cannot cross is an internal error, not the caller's`(
    value: String, code: String, message: String, path: String
  ) async throws {
    let runtime = try await Lab().runtime()
    try await runtime.evaluate(
      """
      bridge.handle("result", () => eval(`\(value)`));
      bridge.handle("items", async function* () { yield eval(`\(value)`) });
      """)
    let results = [
      try await error { let _: [String: Int] = try await runtime.call("result") },
      try await error { let _: [String: Int] = try await runtime.evaluate(value) },
    ]
    for error in results {
      #expect(error.code.rawValue == code && error.message == message && error.data == ["path": .string(path)])
    }
    let items = try runtime.stream("items", of: [String: Int].self)
    let item = try await error { for try await _ in items {} }
    #expect(item.code.rawValue == code && item.message == "item" + message.dropFirst(6) && item.method == "items")
    await runtime.close()
  }

  @Test func `a script's value over a limit names the limit`() async throws {
    let runtime = try await Lab().runtime()
    let error = try await error {
      let _: BridgeValue = try await runtime.evaluate("let a = []; for (let i = 0; i < 300; i++) a = [a]; a")
    }
    #expect(error.code == .resourceExhausted && error.data == ["limit": "depth", "maximum": 256])
    await runtime.close()
  }

  @Test func `a JavaScript error keeps its code, however many causes it has`() async throws {
    let runtime = try await Lab().runtime()
    try await runtime.evaluate(
      """
      const failing = (left) => Object.assign(new Error("left", { cause: left > 1 ? failing(left - 1) : undefined }), { code: "MINE" });
      bridge.handle("fail", (count) => { throw failing(count) });
      """)
    for count in [1, 100, 128, 129, 200, 255, 256, 257, 300] {
      let error = try await error { try await runtime.call("fail", count) }
      #expect(error.code == "MINE" && error.message == "left", "\(count): \(error)")
      if count <= 100 { #expect(error.causes.count == count - 1) }
    }
    await runtime.close()
  }

  @Test func `an error without a code and a message shows the thrown value`() async throws {
    let runtime = try await Lab().runtime()
    try await runtime.evaluate(
      """
      bridge.handle("any", () => Promise.any([Promise.reject(new Error("a"))]));
      bridge.handle("empty", () => { throw Object.assign(new TypeError(), { code: "" }) });
      """)
    let any = try await error { try await runtime.call("any") }
    #expect(any.code == .unknown && any.message == "AggregateError without a message was thrown")
    guard case .error(let gathered)? = any.data?["errors"]?[0] else { throw any }
    #expect(gathered.name == "Error" && gathered.message == "a")
    let thrown = await #expect(throws: JavaScriptError.self) {
      try await runtime.evaluate(
        program: "await Promise.any([1, new TypeError('b')].map((reason) => Promise.reject(reason)))")
    }
    let errors = try #require(thrown?.bridgeError.data?["errors"])
    guard case .error(let first)? = errors[0], case .error(let second)? = errors[1] else { throw any }
    #expect(first.message == "1" && second.name == "TypeError" && second.message == "b" && errors[2] == nil)
    let empty = try await error { try await runtime.call("empty") }
    #expect(empty.code == .unknown && empty.message == "TypeError without a message was thrown")
    await runtime.close()
  }

  @Test func `options that throw a frozen error reject the call`() async throws {
    let lab = Lab()
    lab.bridge.handle("x") { 1 }
    let lines = try await lab.run(
      """
      const options = { get timeout() { throw Object.freeze(new bridge.BridgeError("MINE", "frozen")) } };
      const end = (make) => make().then(() => "answered", (error) => `${error.code}: ${error.message}`);
      console.log(await end(() => bridge.call("x", 1, options)));
      console.log(await end(() => bridge.stream("x", 1, options).next()));
      """)
    #expect(lines == ["MINE: frozen", "MINE: frozen"])
  }

  @Test func `an error that a program throws keeps its data, and has its location`() async throws {
    let runtime = try await Lab().runtime()
    let source =
      "Object.assign(new RangeError('too much'), { code: 'QUOTA', data: { left: 3, $date: [0], at: new Date(0) } })"
    let run = await #expect(throws: JavaScriptError.self) { try await runtime.run("throw \(source)", url: "a.js") }
    let error = try #require(run?.bridgeError)
    #expect(error.code == "QUOTA" && error.data?["left"] == 3 && error.data?["$date"]?[0] == 0)
    #expect(error.location?.description.hasPrefix("a.js:1:") == true)
    try await runtime.evaluate("bridge.handle('f', () => { throw \(source) })", url: "a.js")
    let called = try await self.error { try await runtime.call("f") }
    #expect(
      called.code == "QUOTA" && called.data?["left"] == 3 && called.data?["at"] == .date(Date(timeIntervalSince1970: 0))
    )
    let plain = await #expect(throws: JavaScriptError.self) {
      try await runtime.run("\n throw new Error('x')", url: "b.js")
    }
    #expect(plain?.bridgeError.data == nil && plain?.bridgeError.location?.line == 2)
    await runtime.close()
  }
}
