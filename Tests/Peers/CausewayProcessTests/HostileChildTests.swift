import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Causeway
@testable import CausewayProcess

/// Children that send too much, or do not respond: they end with a reason, and do no other harm.
@Suite(.timeLimit(.minutes(2))) struct HostileChildTests {
  @Test func `an endless loop is stopped even with the maximum number of calls in flight`() async throws {
    var limits = Limits()
    limits.callsInFlight = 1
    let process = try await Children.start(limits: limits) { $0.limits.turn = .milliseconds(300) }
    let waiting = Task { await failure { try await process.evaluate(program: "await new Promise(() => {})") } }
    // Real time: the watchdog of a child, another process, checks twice, and finds no free call.
    try await Task.sleep(for: .milliseconds(500))
    waiting.cancel()
    _ = await waiting.value
    let ended = await failure { try await process.evaluate("for (;;) {}", timeout: .seconds(20)) }
    #expect(ended?.code == .resourceExhausted && ended?.data?["limit"] == "turn")
    await process.close()
  }

  /// Each is larger on the wire than the limit of a message, although it has no more characters.
  @Test(arguments: [
    "bridge.call('echo', '\\u0001'.repeat(1_200_000))", "bridge.call('echo', '\\u20ac'.repeat(1_800_000))",
    "bridge.call('echo', ['\\u20ac'.repeat(1_800_000)])",
    "bridge.call('echo', ['x'.repeat(1_800_000), new Uint8Array(1_800_000)])", "'\\u0001'.repeat(1_200_000)",
    "Promise.reject(new Error('x'.repeat(10_000_000)))", "(() => { throw new Error('\\u0001'.repeat(1_800_000)) })()",
  ])
  func `a message that is larger than its characters fails its call and nothing else`(script: String) async throws {
    var limits = Limits()
    limits.messageBytes = 2_000_000
    let bridge = Bridge()
    bridge.handle("echo") { (_: BridgeValue) in true }
    let process = try await Children.start(bridge, limits: limits)
    let error = await failure { _ = try await process.evaluate(script, returning: BridgeValue.self) }
    #expect(error != nil && error?.code != .unavailable)
    #expect(try await process.evaluate("6 * 7", returning: Int.self) == 42)
    await process.close()
  }

  @Test func `foreign JSON with several lines reaches a child`() async throws {
    let bridge = Bridge()
    bridge.handle("pretty") { () throws in try RawJSON(json: Array("{\n  \"a\": [\r\n 1\n]\n}\n".utf8)) }
    let process = try await Children.start(bridge)
    let json: String = try await process.evaluate(
      "bridge.call('pretty').then((value) => JSON.stringify(value))", timeout: .seconds(20))
    #expect(json == #"{"a":[1]}"#)
    await process.close()
  }

  @Test func `a printed text that exceeds a message is truncated`() async throws {
    var limits = Limits()
    limits.messageBytes = 100_000
    let (texts, sink) = AsyncStream.makeStream(of: String.self)
    let process = try await Children.start(limits: limits) { configuration in
      configuration.onConsole = { sink.yield($1) }
      configuration.onUncaught = { sink.yield($0) }
    }
    try await process.evaluate(
      program: "console.log('x'.repeat(500_000)); Promise.reject(new Error('y'.repeat(500_000))); await 0")
    let all = await texts.prefix(2).reduce(into: []) { $0.append($1) }
    #expect(all.allSatisfy { $0.utf8.count < 100_000 && $0.hasSuffix("…") })
    #expect(try await process.evaluate("6 * 7", returning: Int.self) == 42)
    await process.close()
  }

  @Test func `an error that exceeds a message is truncated, and the child continues`() async throws {
    var limits = Limits()
    limits.messageBytes = 100_000
    let process = try await Children.start(limits: limits)
    let error = await failure { try await process.run("throw new Error('y'.repeat(500_000))") }
    #expect(error?.message.hasPrefix("yyy") == true && error?.message.utf8.count ?? .max < 100_000)
    #expect(try await process.evaluate("6 * 7", returning: Int.self) == 42)
    await process.close()
  }

  @Test func `reports of uncaught errors are limited like console output`() async throws {
    let process = try await Children.start { configuration in
      configuration.limits.consoleBytes = 10_000
      configuration.onUncaught = { _ in }
    }
    let ended = await failure {
      try await process.evaluate(
        program:
          "for (;;) { Promise.reject(new Error('x'.repeat(1000))); await new Promise((done) => setTimeout(done)) }")
    }
    #expect(ended?.code == .resourceExhausted && ended?.data?["limit"] == "consoleBytes")
  }

  @Test(arguments: ["exec cat /dev/zero >&0", "exec yes >&0"])
  func `too much output of a child is an error with the limit's name`(script: String) async throws {
    var limits = Limits()
    limits.messageBytes = 1000
    let error = await failure {
      _ = try await Children.start(limits: limits) { configuration in
        configuration.program = .file("/bin/sh", arguments: ["-c", script])
      }
    }
    #expect(error?.code == .resourceExhausted)
  }

  @Test(arguments: ["/nowhere/to/be/found", "/etc/hostname", "/bin/true", "/bin/sleep"])
  func `a process that never becomes a child leaves no connection and no descriptor`(program: String) async throws {
    func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    weak var bridge: Bridge?
    let before = try descriptors()
    do {
      let held = Bridge()
      bridge = held
      for _ in 0..<5 {
        let error = await failure {
          _ = try await Children.start(held) { configuration in
            configuration.program = .file(program, arguments: ["60"])
            configuration.startTimeout = .milliseconds(100)
          }
        }
        #expect(error != nil)
      }
    }
    try await eventually("the bridge is released") { bridge == nil }
    try await eventually("every descriptor is closed") { try descriptors() <= before }
  }

  @Test(arguments: [.zero, .seconds(-5), .seconds(Int64.max)] as [Duration])
  func `extreme time limits trap in neither process`(time: Duration) async throws {
    let longest = Duration.seconds(Int64.max)
    var restart = RestartPolicy()
    restart.initialDelay = longest
    restart.maximumDelay = longest
    #expect(restart.delay(after: .max, chance: 1) > longest / 2)
    let error = await failure {
      let process = try await Children.start { configuration in
        configuration.limits.processorTime = time
        configuration.limits.lifetime = .seconds(Int64.max)
        configuration.limits.turn = .seconds(Int64.max)
        configuration.startTimeout = .seconds(Int64.max)
      }
      #expect(try await process.evaluate("6 * 7", returning: Int.self) == 42)
      await process.close()
    }
    #expect(error == nil || error?.data?["limit"] == "processorTime")
  }
}
