import Causeway
import CausewayJavaScript
import TestSupport
import Testing

/// The line of JavaScript that made an open call.
@Suite(.timeLimit(.minutes(5))) struct CallLocationTests {
  private static func bridge(records: Bool) -> Bridge {
    var configuration = Bridge.Configuration()
    configuration.recordsActivity = records
    let bridge = Bridge(configuration)
    bridge.handle("wait") { () async throws in try await Task.sleep(for: .seconds(3600)) }
    bridge.handle("direct") { 1 }
    bridge.stream("numbers") { (_: CallContext) in
      AsyncStream<Int>(unfolding: {
        try? await Task.sleep(for: .seconds(3600))
        return nil
      })
    }
    return bridge
  }

  private static let program = """
    function load() { return bridge.call("wait"); }
    load().catch(() => {});
    (async () => {
      await null;
      for await (const item of bridge.stream("numbers")) globalThis.item = item;
    })().catch(() => {});
    """

  @Test func `an open call shows the line that made it`() async throws {
    let bridge = CallLocationTests.bridge(records: true)
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(CallLocationTests.program, url: "app.js")
    try await eventually("both are open") { bridge.activity().calls.count == 2 }
    let calls = bridge.activity().calls
    let wait = try #require(calls.first { $0.method == "wait" })
    #expect(wait.location?.hasPrefix("load (app.js:1:") == true, "\(wait.location ?? "nil")")
    let numbers = try #require(calls.first { $0.method == "numbers" })
    #expect(numbers.location?.contains("app.js:5:") == true, "\(numbers.location ?? "nil")")
    #expect(numbers.stream != nil && wait.stream == nil)
    for call in calls { #expect(bridge.cancelCall(call.id)) }
    try await eventually("nothing is open") { bridge.activity().calls.isEmpty }
    await runtime.close()
  }

  @Test func `a bridge that records nothing looks up no line`() async throws {
    let bridge = CallLocationTests.bridge(records: false)
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(CallLocationTests.program, url: "app.js")
    try await eventually("both are open") { bridge.activity().calls.count == 2 }
    #expect(bridge.activity().calls.allSatisfy { $0.location == nil && $0.age == nil })
    await runtime.close()
  }

  @Test func `a recording bridge still answers callSync at once`() async throws {
    let bridge = CallLocationTests.bridge(records: true)
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    let value: Int = try await runtime.evaluate("bridge.callSync('direct') + bridge.callSync('direct')")
    #expect(value == 2)
    #expect(bridge.activity().methods.first { $0.name == "direct" }?.calls == 2)
    await runtime.close()
  }

  @Test func `the runtime goes with its records`() async throws {
    let bridge = CallLocationTests.bridge(records: true)
    weak var connection: Connection?
    do {
      let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
      connection = try runtime.connection
      try await runtime.evaluate(CallLocationTests.program, url: "app.js")
      await runtime.close()
    }
    try await eventually("the connection goes") { connection == nil }
    #expect(bridge.activity().connections.isEmpty && bridge.activity().calls.isEmpty)
  }
}
