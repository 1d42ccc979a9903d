import Causeway
import CausewayTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct MockScriptTests {
  private final class Side: Sendable {
    let clock = VirtualClock()
    let caller: Connection
    let counter = CallCounter()

    init(_ script: MockScript, handlers: (Bridge) -> Void = { _ in }) {
      var configuration = Bridge.Configuration()
      configuration.clock = clock
      let (server, client) = (Bridge(configuration), Bridge(configuration))
      handlers(server)
      script.install(on: server)
      let (left, right) = LoopbackTransport.pair()
      _ = server.connect(left, permissions: .all)
      caller = client.connect(counter.watch(right, clock: clock), permissions: .all)
    }

    deinit { caller.close() }

    /// The result of a call, with its time.
    func end(_ method: String, timeout: Timeout = .standard) async -> String {
      let task = Task(executorPreference: clock.executor) { [caller, clock] in
        do {
          let value: BridgeValue = try await caller.call(method, BridgeValue.undefined, timeout: timeout)
          return "\(value) @\(clock.now.offset / .milliseconds(1))"
        } catch {
          return "\((error as? BridgeError)?.code.rawValue ?? "\(error)") @\(clock.now.offset / .milliseconds(1))"
        }
      }
      return await clock.runFreely { await task.value }
    }
  }

  @Test func `a script answers, fails the third call and repeats its last answer`() async throws {
    let script = try MockScript(
      parsing: """
        {
          "wifi.ssid": { "answer": "Home", "after": "300ms" },
          "rows.query": [{ "answer": 1 }, { "answer": 2 }, { "fail": "UNAVAILABLE", "message": "gone" }, { "answer": 4 }],
          "twice": { "answer": true, "times": 2 },
          "device.scan": { "never": true }
        }
        """)
    let side = Side(script) { $0.handle("wifi.ssid") { "the real one" } }
    #expect(await side.end("wifi.ssid") == #""Home" @300.0"#)
    var ends: [String] = []
    for _ in 1...5 { ends.append(await side.end("rows.query")) }
    #expect(
      ends == [
        "1 @300.0", "2 @300.0", "UNAVAILABLE @300.0", "4 @300.0", "4 @300.0",
      ])
    #expect(await side.end("twice") == "true @300.0")
    #expect(script.uncalled == ["device.scan (mock:5:3)"])
    #expect(await side.end("device.scan", timeout: .seconds(2)) == "DEADLINE_EXCEEDED @2300.0")
    #expect(script.uncalled == [])
    #expect(script.callCount("rows.query") == 5)
  }

  @Test func `a stream yields its items with the interval`() async throws {
    let script = try MockScript(
      parsing:
        #"{"ticks": {"stream": [1, 2, 3], "every": "5s", "after": "1s", "fail": "DATA_LOSS", "message": "torn"}}"#)
    let side = Side(script)
    let task = Task(executorPreference: side.clock.executor) {
      var items: [String] = []
      do {
        for try await item in side.caller.stream("ticks", BridgeValue.undefined, of: Int.self) {
          items.append("\(item) @\(side.clock.now.offset / .seconds(1))")
        }
      } catch {
        items.append("\(error)")
      }
      return items
    }
    #expect(
      await side.clock.runFreely { await task.value }
        == ["1 @1.0", "2 @6.0", "3 @11.0", "DATA_LOSS: torn (ticks)"])
  }

  @Test func `a script can be written in Swift`() async {
    let script = MockScript([
      "a": [.answer(["x": 1], after: .fixed(.seconds(1)))], "b": [.fail(BridgeError("MINE", "no"))], "c": [.never],
    ])
    let side = Side(script)
    #expect(await side.end("b") == "MINE @0.0")
    #expect(await side.end("a").hasSuffix("@1000.0"))
    #expect(script.uncalled == ["c"])
    let silent = Side(MockScript(["d": [.answer(1, times: 0)]]))
    #expect(await silent.end("d", timeout: .seconds(2)) == "DEADLINE_EXCEEDED @2000.0")
  }

  @Test func `a summary counts results and latencies`() async throws {
    let script = try MockScript(
      parsing:
        #"{"a": [{"answer": 1, "after": "10ms"}, {"answer": 1, "after": "30ms"}, {"fail": "NO"}], "b": {"never": true}}"#
    )
    let side = Side(script)
    for _ in 1...3 { _ = await side.end("a") }
    _ = await side.end("b", timeout: .seconds(1))
    let open = Task.immediate { try await side.caller.call("b", BridgeValue.undefined) }
    let summary = side.counter.summary
    #expect(summary.methods.map(\.name) == ["a", "b"])
    #expect(summary.methods[0].answered == 2)
    #expect(summary.methods[0].failed == ["NO": 1])
    #expect(summary.methods[0].latencies == [.zero, .milliseconds(10), .milliseconds(30)])
    #expect(summary.methods[0].latency(percentile: 50) == .milliseconds(10))
    #expect(summary.methods[0].latency(percentile: 99) == .milliseconds(30))
    #expect(summary.methods[1].failed == [.deadlineExceeded: 1])
    #expect(summary.methods[1].open == 1)
    #expect(summary.total.calls == 5)
    open.cancel()
  }

  static let mistakes: [(String, String)] = [
    ("[]", "mock:1:1: a script of answers: expected an object, got a list."),
    ("{\n  \"a\": 5\n}", "mock:2:8: an answer: expected an object, got the number 5."),
    (#"{"a": {}}"#, "mock:1:7: This answer is empty: write answer, fail, never or stream."),
    (#"{"a": []}"#, "mock:1:7: a has an empty list: at least one answer is needed."),
    (#"{"a": {"anser": 1}}"#, #"mock:1:8: An answer has no "anser": did you mean answer?"#),
    (
      #"{"a": {"answer": 1, "after": "5 parsec"}}"#,
      #"mock:1:30: after: " parsec" is not a known unit: write ns, us, ms, s, min or h, such as 200ms."#
    ),
    (
      #"{"a": {"answer": 1, "after": 5}}"#,
      #"mock:1:30: after: expected a duration with its unit, such as "300ms", got the number 5."#
    ),
    (#"{"a": {"answer": 1, "fail": "NO"}}"#, "mock:1:7: answer and fail cannot be combined."),
    (#"{"a": {"answer": 1, "every": "5s"}}"#, "mock:1:7: every needs a stream."),
    (#"{"a": {"never": false}}"#, "mock:1:17: never must be true."),
    (#"{"a": {"never": true, "message": "x"}}"#, "mock:1:7: message cannot be combined with the rest of this answer."),
    (#"{"a": {"answer": 1, "times": 0}}"#, "mock:1:30: times: expected a whole number from 1 to 1000."),
    (#"{"a": {"fail": 5}}"#, #"mock:1:16: fail: expected a code, such as "UNAVAILABLE", got the number 5."#),
    (#"{"$/subscribe": {"answer": 1}}"#, #"mock:1:2: "$/subscribe" cannot be mocked: it is not a method name."#),
    (#"{"a": {"answer": 1,}}"#, #"mock:1:20: Expected a name in quotation marks, found "}"."#),
    (#"{"a": {"answer": truth}}"#, #"mock:1:18: "truth" is not a JSON value."#),
  ]

  /// Names like those of networks: they may combine with the quotation marks around them.
  @Test(arguments: ["\u{301}a", "a\u{600}", "\u{2028}", "\u{85}", "\u{1F3FB}", "\u{200D}x"])
  func `a script can contain any text`(text: String) throws {
    let script = try MockScript(parsing: "{\"wifi.ssid\": {\"answer\": \"\(text)\"}, \"\(text)\": {\"never\": true}}")
    #expect(script.names == ["wifi.ssid", text])
  }

  @Test(arguments: mistakes) func `an error has its line and column`(text: String, message: String) {
    do {
      _ = try MockScript(parsing: text)
      Issue.record("no error was found")
    } catch {
      #expect(error.description == message)
    }
  }
}
