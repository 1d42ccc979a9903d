import Causeway
import CausewayTesting
import Dispatch
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct RecordingTests {
  private struct Login: Codable, Sendable {
    var user: String
    var password: String
  }

  private let clock = VirtualClock()

  private func bridge() -> Bridge {
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    return Bridge(configuration)
  }

  /// Records the server's end while `body` runs at the client's end.
  private func record(
    redacting redaction: Redaction = .standard, _ register: (Bridge) -> Void, _ body: (Connection) async throws -> Void
  ) async throws -> Recording {
    let (server, client) = (bridge(), bridge())
    register(server)
    let recorder = Recorder(clock: clock, redacting: redaction)
    let (left, right) = LoopbackTransport.pair()
    _ = server.connect(recorder.watch(left), permissions: .all)
    let caller = client.connect(right, permissions: .all)
    try await clock.runFreely { try await body(caller) }
    return recorder.recording
  }

  private func slowServer(_ bridge: Bridge) {
    bridge.handle("wifi.ssid") { [clock] (band: Int) async throws -> String in
      try await clock.sleep(for: .milliseconds(100 * band))
      return "Home \(band)"
    }
    bridge.handle("fails") { () throws -> Int in throw BridgeError(.unavailable, "gone", data: ["token": "t", "n": 1]) }
    bridge.stream("ticks") { [clock] (_: CallContext) in
      AsyncThrowingStream<Int, any Error> { continuation in
        Task(executorPreference: clock.executor) {
          for tick in 1...3 {
            try await clock.sleep(for: .seconds(1))
            continuation.yield(tick)
          }
          continuation.finish()
        }
      }
    }
  }

  private func ticks(_ caller: Connection) async throws -> [Int] {
    var items: [Int] = []
    for try await item in caller.stream("ticks", BridgeValue.undefined, of: Int.self) { items.append(item) }
    return items
  }

  // MARK: Recording

  @Test func `the text that is written in parts is the text of the recording`() async throws {
    let written = Mutex("")
    let clock = VirtualClock()
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    let (server, client) = (Bridge(configuration), Bridge(configuration))
    server.handle("twice") { (number: Int) in 2 * number }
    let kept = Recorder(clock: clock)
    let writing = Recorder(clock: clock) { text in written.withLock { $0 += text } }
    #expect(written.withLock { $0 } == "{\"causeway\":\"recording\",\"version\":1}\n")
    let (left, right) = LoopbackTransport.pair()
    _ = server.connect(kept.watch(writing.watch(left)), permissions: .all)
    let caller = client.connect(right, permissions: .all)
    let four: Int = try await caller.call("twice", 2)
    #expect(four == 4)
    caller.close()
    #expect(written.withLock { $0 } == kept.recording.text)
    #expect(kept.recording.entries.count == 2 && writing.recording.entries.isEmpty)
  }

  @Test func `what receives the text may send messages itself`() async {
    await #expect(processExitsWith: .success) {
      let link = Mutex<(any Transport)?>(nil)
      let lines = Mutex<[String]>([])
      let recorder = Recorder(clock: ContinuousClock()) { text in
        let number = lines.withLock {
          $0.append(text)
          return $0.count
        }
        guard number < 5, let link = link.withLock({ $0 }) else { return }
        try? link.send(.event("written", .number(Double(number))))
      }
      link.withLock { $0 = recorder.watch(Sink()) }
      try link.withLock { $0 }?.send(.event("first", .null))
      await recorder.flush()
      let (first, last) = lines.withLock { ($0[1], $0[$0.count - 1]) }
      precondition(first.contains("first") && last.contains("4"))
      precondition(lines.withLock { $0.count } == 5 && recorder.recording.entries.isEmpty)
    }
  }

  @Test func `messages of several threads are written in the order of their times, and a flush waits for all`()
    async throws
  {
    let text = Mutex("")
    let recorder = Recorder(clock: ContinuousClock()) { line in text.withLock { $0 += line } }
    let link = recorder.watch(Sink())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<500 { try? link.send(.event("tick", .null)) }
          await recorder.flush()
        }
      }
    }
    #expect(try Recording(parsing: text.withLock { $0 }).entries.count == 2_000)
  }

  @Test func `a recording is JSON Lines with times, ways and messages`() async throws {
    let recording = try await record(slowServer) { caller in
      let ssid: String = try await caller.call("wifi.ssid", 2, timeout: .seconds(1))
      #expect(ssid == "Home 2")
    }
    #expect(
      recording.text == """
        {"causeway":"recording","version":1}
        {"at":0,"way":"received","message":{"jsonrpc":"2.0","id":1,"method":"wifi.ssid","params":[2,{"timeout":1000}]}}
        {"at":200,"way":"sent","message":{"jsonrpc":"2.0","id":1,"result":"Home 2"}}

        """)
    let again = try Recording(parsing: recording.text)
    #expect(again.text == recording.text)
  }

  @Test func `secrets never enter a recording`() async throws {
    let redaction = Redaction.standard.and(["keys.*": ["*"], "login": ["user"]])
    let recording = try await record(redacting: redaction) { bridge in
      slowServer(bridge)
      bridge.handle("login") { (login: Login) in [login, login] }
      bridge.handle("keys.read") { "hunter2" }
    } _: { caller in
      try await caller.call("login", Login(user: "ada", password: "hunter2"))
      try await caller.call("keys.read", BridgeValue.undefined)
      await #expect(throws: BridgeError.self) { try await caller.call("fails", BridgeValue.undefined) }
    }
    let text = recording.text
    #expect(!text.contains("hunter2") && !text.contains("ada") && !text.contains("\"t\""))
    #expect(text.contains(#""params":[{"user":"[redacted]","password":"[redacted]"}"#))
    #expect(text.contains(#""token":"[redacted]","n":1"#))
    #expect(text.contains(#""id":2,"result":"[redacted]""#))
  }

  /// A transport that accepts everything.
  private final class Sink: Transport {
    func start(_ receiver: any TransportReceiver) {}
    func send(_ message: Message) {}
    func close() {}
  }

  @Test func `secrets in causes, and in answers to unknown calls, never enter a recording`() throws {
    var inner = BridgeError(.unavailable, "inner", data: ["token": "hunter2"])
    inner.causes = [BridgeError(.unavailable, "innermost", data: ["token": "hunter2"])]
    var error = BridgeError(.unavailable, "outer")
    error.causes = [inner]
    let recorder = Recorder(clock: clock, redacting: .standard.and(["wifi.*": ["ssid"]]))
    let link = recorder.watch(Sink())
    let answer = try Payload(encoding: ["ssid": "hunter2", "password": "hunter2"])
    try link.send(.answer(CallID(rawValue: 1), .success(answer)))
    try link.send(.answer(CallID(rawValue: 2), .failure(error)))
    try link.send(.event("reported", try Payload(encoding: BridgeValue.error(error))))
    #expect(recorder.recording.entries.count == 3)
    #expect(!recorder.recording.text.contains("hunter2"))
  }

  @Test func `messages of several threads are recorded in the order of their times`() throws {
    let recorder = Recorder(clock: ContinuousClock())
    let link = recorder.watch(Sink())
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<5000 { try? link.send(.event("tick", .null)) }
    }
    #expect(try Recording(parsing: recorder.recording.text).entries.count == 20_000)
  }

  // MARK: Replay

  @Test func `a recording is replayed with its answers, errors, items and delays`() async throws {
    func use(_ caller: Connection) async throws {
      let began = clock.now
      async let second: String = caller.call("wifi.ssid", 2)
      async let first: String = caller.call("wifi.ssid", 1)
      #expect(try await [first, second] == ["Home 1", "Home 2"])
      #expect(began.duration(to: clock.now) == .milliseconds(200))
      let error = await #expect(throws: BridgeError.self) { try await caller.call("fails", BridgeValue.undefined) }
      #expect(error?.code == .unavailable && error?.message == "gone")
      #expect(try await ticks(caller) == [1, 2, 3])
      #expect(began.duration(to: clock.now) == .milliseconds(3200))
    }
    let recording = try await record(slowServer, use)
    let replay = Replay(try Recording(parsing: recording.text))
    #expect(replay.names == ["fails", "ticks", "wifi.ssid"])
    let again = try await record {
      replay.install(on: $0)
    } _: {
      try await use($0)
    }
    #expect(replay.unplayed == [])
    try again.requireSame(as: recording)
  }

  @Test func `a call that is missing in the recording fails`() async throws {
    let recording = try await record(slowServer) { try await $0.call("wifi.ssid", 1) }
    let replay = Replay(recording)
    _ = try await record {
      replay.install(on: $0)
    } _: { caller in
      try await caller.call("wifi.ssid", 9)
      let error = await #expect(throws: BridgeError.self) { try await caller.call("wifi.ssid", 1) }
      #expect(error?.code == .failedPrecondition)
      #expect(error?.message == "The recording has no further call of wifi.ssid.")
    }
  }

  @Test func `events are replayed with the same delay after the subscription`() async throws {
    func line(_ at: Int, _ way: String, _ message: String) -> String {
      #"{"at":\#(at),"way":"\#(way)","message":{"jsonrpc":"2.0",\#(message)}}"#
    }
    func event(_ at: Int, _ value: Bool) -> String {
      line(at, "sent", #""method":"$/event","params":{"event":"online","value":\#(value)}"#)
    }
    func listen(_ at: Int, _ id: Int, _ method: String) -> String {
      line(at, "received", #""id":\#(id),"method":"$/\#(method)","params":{"event":"online"}"#)
    }
    let recording = try Recording(
      parsing: ([
        RecordingTests.head, listen(5000, 1, "subscribe"), event(6000, false), event(65_000, true),
        listen(70_000, 2, "unsubscribe"), listen(90_000, 3, "subscribe"), event(90_500, false),
      ]).joined(separator: "\n"))
    let replay = Replay(recording)
    #expect(replay.events == ["online"] && replay.names == [])
    let played = try await record {
      replay.install(on: $0)
    } _: { caller in
      for wait in [61, 10] {
        try await caller.call("$/subscribe", ["event": "online"])
        try await clock.sleep(for: .seconds(wait))
        try await caller.call("$/unsubscribe", ["event": "online"])
      }
    }
    let events = played.entries.filter { if case .event = $0.message { true } else { false } }
    #expect(events.map(\.at) == [.seconds(1), .seconds(60), .milliseconds(61_500)])
  }

  // MARK: Comparison

  @Test func `two runs are equal regardless of ids and times`() async throws {
    let first = try await record(slowServer) { try await $0.call("wifi.ssid", 1) }
    try await clock.runFreely { try await clock.sleep(for: .seconds(5)) }
    let text = first.text.replacing("\"id\":1,", with: "\"id\":77,").replacing("\"at\":100,", with: "\"at\":1234.5,")
    try Recording(parsing: text).requireSame(as: first)
  }

  @Test func `the order of names in an object, and of a map's and a set's members, is no difference`() throws {
    func recording(_ params: String) throws -> Recording {
      let head = #"{"causeway":"recording","version":1}"#
      let message = #"{"jsonrpc":"2.0","id":1,"method":"login","params":[\#(params)]}"#
      return try Recording(parsing: head + "\n" + #"{"at":0,"way":"sent","message":\#(message)}"#)
    }
    for (one, other) in [
      (#"{"a":1,"b":{"c":2,"d":3}}"#, #"{"b":{"d":3,"c":2},"a":1}"#),
      (#"{"$map":[["a",1],["b",{"x":1,"y":2}]]}"#, #"{"$map":[["b",{"y":2,"x":1}],["a",1]]}"#),
      (#"{"$set":["a","b"]}"#, #"{"$set":["b","a"]}"#),
    ] {
      try recording(one).requireSame(as: recording(other))
    }
    for (one, other) in [
      ("[1,2]", "[2,1]"), (#"{"$set":[1]}"#, "[1]"), (#"{"a":1}"#, #"{"a":1,"b":2}"#),
    ] {
      #expect(throws: RecordingDifference.self) { try recording(one).requireSame(as: recording(other)) }
    }
  }

  @Test func `a difference has the path in the value`() throws {
    func recording(_ lines: String...) throws -> Recording {
      let head = #"{"causeway":"recording","version":1}"#
      let entries = lines.map {
        #"{"at":0,"way":"\#($0.hasPrefix("<") ? "received" : "sent")","message":{"jsonrpc":"2.0",\#($0.dropFirst())}}"#
      }
      return try Recording(parsing: ([head] + entries).joined(separator: "\n"))
    }
    let golden = try recording(
      #"<"id":1,"method":"rows""#, #">"id":1,"result":[{"name":"a","size":1},{"name":"b"}]"#,
      #"<"id":2,"method":"gone""#,
      #">"id":2,"result":true"#)
    let new = try recording(
      #"<"id":5,"method":"rows""#, #">"id":5,"result":[{"name":"a","size":2,"new":null}]"#, #"<"id":6,"method":"more""#,
      #">"id":6,"error":{"code":-32000,"message":"no","data":{"code":"ABORTED"}}"#)
    let error = #expect(throws: RecordingDifference.self) { try new.requireSame(as: golden) }
    #expect(
      error?.description == """
        3 of 4 messages are missing or changed, 3 of 4 are new:
          < call rows
        ~ > answer rows
            [0].size was 1, is 2
            [0].new is new: null
            [1] is missing: it was {"name":"b"}
        - < call gone
        - > answer gone true
        + < call more
        + > error more {"code":"ABORTED","message":"no","data":{"$undefined":true}}
        """)
  }

  static let values = [
    #"["\u0301accent first"]"#.replacing(#"\u0301"#, with: "\u{301}"), "[\"prefix last \u{600}\"]",
    "[\"\\n\u{301}\"]", "[\"line\u{2028}\u{85}\u{B}separators\"]".replacing("\u{B}", with: "\\u000b"),
    String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
    "{\"\u{E9}\":1,\"e\u{301}\":2}", #"{"twice":1,"twice":2}"#, "[1,\n2,\r\n3]", "[\"\\ud800\"]",
  ]

  @Test(arguments: values) func `every message can be recorded and read again`(value: String) throws {
    let recorder = Recorder(clock: clock, redacting: Redaction([:]))
    let link = recorder.watch(Sink())
    let text = try RawJSON(text: Array(value.utf8))
    try link.send(.event("reported", try Payload(encoding: text)))
    let again = try Recording(parsing: recorder.recording.text)
    #expect(again.text == recorder.recording.text)
    #expect(again.entries.count == 1)
    // A file from a machine with CRLF line ends.
    let lines = recorder.recording.text.replacing("\n", with: "\r\n")
    #expect(try Recording(parsing: lines).text == recorder.recording.text)
  }

  // MARK: Invalid input

  private static let head = #"{"causeway":"recording","version":1}"#

  static let mistakes: [(String, String)] = [
    ("", "r:1:1: This is not a recording"),
    ("{\"type\":\"har\"}\n", "r:1:1: This is not a recording"),
    ("\u{7F}ELF\n", "r:1:1: This is not a recording"),
    (
      #"{"causeway":"recording","version":2}"#, "r:1:35: This recording has version 2; only version 1 is supported"
    ),
    (head + "\n{\"at\":0,\"way\":\"sent\",\"mess", "r:2:22: This string has no closing quotation mark."),
    (head + "\n{\"at\":0,\"way\":\"sent\",", "r:2:22: This line is incomplete: "),
    (head + "\n{\"at\":-1,\"way\":\"sent\",\"message\":{}}", "r:2:7: at: expected a time in milliseconds"),
    (head + "\n{\"at\":1,\"way\":\"up\",\"message\":{}}", "r:2:15: way: expected \"sent\" or \"received\"."),
    (head + "\n\n{\"at\":1,\"way\":\"sent\",\"message\":{\"id\":1}}", "r:3:32: This is not a message"),
    (head + "\n{\"at\":1}", "r:2:1: A line of a recording must have at, way and message"),
    (
      head + "\n" + #"{"at":5,"way":"sent","message":{"jsonrpc":"2.0","id":1,"result":1}}"# + "\n"
        + #"{"at":4,"way":"sent","message":{"jsonrpc":"2.0","id":1,"result":1}}"#,
      "r:3:1: This line is earlier than the one before it"
    ),
  ]

  @Test(arguments: mistakes) func `the error of an invalid recording has its position`(
    text: String, message: String
  ) throws {
    let error = #expect(throws: FormatError.self) { try Recording(parsing: text, source: "r") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `a recording cut at any byte is an error or a shorter recording`() throws {
    let lines = #"{"at":1,"way":"sent","message":{"jsonrpc":"2.0","id":1,"result":{"a":[1,"ü"]}}}"#
    let text = RecordingTests.head + "\n" + lines + "\n"
    for end in text.indices {
      let count = (try? Recording(parsing: String(text[..<end])))?.entries.count ?? 0
      #expect(count == 0 || text[end] == "\n")
    }
  }
}
