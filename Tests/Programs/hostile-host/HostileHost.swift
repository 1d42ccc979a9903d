import Causeway
import CausewayChild
import CausewayJavaScript
import CausewayProcess
import CausewayTesting
import Glibc
import JavaScriptRuntime

/// A host that runs hostile programs for as long as it is asked to, and looks after each whether it still works.
///
/// `hostile-host SECONDS [SEED] [MEGABYTES] [TEXT]`: only programs with the text, if it is given. Ends with 0 when it has
/// served to the end. It ends with 1 and the programs that ran when a call of the well-behaved program failed, when a
/// program was not ended after 40 s, when more memory is resident than it may have, or when more than 60 descriptors are
/// open after a round.
@main struct HostileHost {
  static func main() async throws {
    await JavaScriptChild.serveIfRequested()
    MemoryTrimmer.fixThresholds()
    let words = Array(CommandLine.arguments.dropFirst())
    let arguments = words.prefix(3).map { UInt64($0) ?? 0 }
    let text = words.dropFirst(3).first
    let seconds = arguments.first ?? 60
    let seed = arguments.dropFirst().first ?? UInt64(getpid())
    var random = StableRandom(seed: seed)
    let megabytes = Int(arguments.dropFirst(2).first ?? 512)
    say("hostile-host: \(seconds) s, seed \(seed), at most \(megabytes) MB")

    let bridge = HostileHost.bridge()
    let witness = try await Witness(bridge: bridge)
    var outcomes: [String: Int] = [:]
    var most = (memory: 0, descriptors: 0)
    let clock = ContinuousClock()
    let start = clock.now
    var told = start
    while clock.now - start < .seconds(seconds) {
      // Several at once, as on a server. None may hold the host up: its own limits end it long before this.
      let attacks = (0..<3).map { _ in Attack(random: &random, with: text) }
      let watch = Task {
        try await Task.sleep(for: .seconds(40))
        fail("a program was not ended after 40 s", after: attacks)
      }
      let ended = await withTaskGroup(of: String.self) { group in
        for attack in attacks { group.addTask { await attack.run(on: bridge) } }
        // The others' calls are answered meanwhile.
        let late = await witness.lateAnswer()
        if let late { fail("the witness got no answer: \(late)", after: attacks) }
        var ended: [String] = []
        for await outcome in group { ended.append(outcome) }
        return ended
      }
      watch.cancel()
      for outcome in ended { outcomes[outcome, default: 0] += 1 }
      let usage = Usage.now()
      most = (max(most.memory, usage.memory), max(most.descriptors, usage.descriptors))
      if usage.descriptors > 60 { fail("\(usage.descriptors) descriptors are open", after: attacks) }
      if usage.memory > megabytes << 20 {
        Usage.printAllocator()
        fail("\(usage.memory >> 20) MB are resident", after: attacks)
      }
      if clock.now - told > .seconds(10) {
        told = clock.now
        let list = outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        say(
          """
          \((told - start).components.seconds) s: \(list); \(usage.memory >> 20) MB (most \(most.memory >> 20)), \
          \(usage.descriptors) descriptors (most \(most.descriptors))
          """)
      }
    }
    await witness.close()
    say("hostile-host: alive; \(outcomes.values.reduce(0, +)) programs, \(most.memory >> 20) MB at most")
  }

  /// Writes a line at once, whoever reads it.
  private static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }

  /// Ends the program with what went wrong and what ran at the time.
  private static func fail(_ reason: String, after attacks: [Attack]) -> Never {
    say("hostile-host: \(reason)")
    for attack in attacks { say("  \(attack)") }
    exit(1)
  }

  private struct Plain: Error { let secret = "s3cr3t" }

  /// Handlers of every kind: quick, late, failing, never answering, streams without end.
  private static func bridge() -> Bridge {
    var configuration = Bridge.Configuration()
    // What a host of 512 MB lets one connection hold: each may have as much in either direction.
    configuration.limits.bytesInFlight = 32 << 20
    configuration.limits.messageBytes = 8 << 20
    let bridge = Bridge(configuration)
    bridge.handle("echo") { (value: BridgeValue) in value }
    bridge.handle("late") { (value: BridgeValue) async throws -> BridgeValue in
      try await Task.sleep(for: .milliseconds(5))
      return value
    }
    bridge.handle("never") { () async throws in try await Task.sleep(for: .seconds(3600)) }
    // Takes no notice of a cancellation.
    bridge.handle("deaf") { (_: Int) async in
      await Task.detached { try? await Task.sleep(for: .milliseconds(300)) }.value
    }
    // Blocks the thread that it is called on.
    bridge.handle("slow") { () -> Int in Int(usleep(300_000)) }
    bridge.handle("fail") { () throws in throw Plain() }
    bridge.handle("tick") { [unowned bridge] () throws in try bridge.emit("tick", 1) }
    bridge.handle("callBack") { (method: String, call: CallContext) async throws -> BridgeValue in
      try await call.connection.call(method, BridgeValue.undefined, timeout: .after(.seconds(1)))
    }
    bridge.stream("numbers") { (_: CallContext) in
      AsyncStream<Int> {
        try? await Task.sleep(for: .milliseconds(1))
        return Task.isCancelled ? nil : 1
      }
    }
    return bridge
  }
}
